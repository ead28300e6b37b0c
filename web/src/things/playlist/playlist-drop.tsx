import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Playlist } from '@/api/types';
import { cn } from '@/lib/cn';
import { dropTracks } from '@/ui/dnd/dnd';
import { useAddTracks } from './playlist-adding';

/** Adds songs dropped on it to a playlist. The songs' own menus can do the same. */
export function PlaylistDrop({ playlist, className, children }: { playlist: Playlist; className?: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [over, setOver] = useState(false);
  const add = useAddTracks();
  const drop = useRef<(ids: string[]) => void>(() => {});
  drop.current = (ids) => void add(playlist, ids, { duplicates: 'skip' });
  const { id, canEdit, kind } = playlist;
  const takes = canEdit && kind === 'list';
  useEffect(() => {
    if (!box.current || !takes) return;
    return dropTracks(box.current, {
      canDrop: ({ from }) => from?.playlistId !== id,
      onEnter: () => setOver(true),
      onLeave: () => setOver(false),
      onDrop: (tracks) => drop.current(tracks.map((track) => track.id)),
    });
  }, [id, takes]);
  return (
    <div ref={box} className={cn(className, over && 'rounded-lg outline-2 outline-accent outline-offset-4')}>
      {children}
    </div>
  );
}
