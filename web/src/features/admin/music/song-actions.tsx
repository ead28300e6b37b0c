import { Ellipsis, Eye, EyeOff, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { request } from '@/api/client';
import type { Track } from '@/api/types';
import { t } from '@/i18n/admin/music';
import { usePlayer } from '@/player/view/use-player';
import { editTags } from '@/things/track/editing';
import { IconButton } from '@/ui/icon-button';
import { openMenu } from '@/ui/menu/open-menu';
import { useChange } from '../lists';
import { TypedDialog } from '../table/typed-dialog';
import { deleteSong } from './delete-song';

/** Plays a song as listeners hear it. */
export function PlaySong({ song }: { song: Track }) {
  const player = usePlayer();
  const isPlaying = player.isCurrent(song.id) && player.isPlaying;
  const play = () =>
    player.isCurrent(song.id) ? player.toggle() : player.play([song], 0, { kind: 'track', title: song.title, href: `/tracks/${song.id}` });
  return (
    <IconButton
      icon={isPlaying ? Pause : Play}
      label={t(isPlaying ? 'songs.pause' : 'songs.play', { name: song.title })}
      size="sm"
      onClick={play}
    />
  );
}

/** Changes one song: who may hear it, or whether there is it at all. */
export function useSong(song: Track, onDeleted?: () => void) {
  const { id, title, isPublic } = song;
  const change = useChange();
  const show = () =>
    change.mutate({
      call: () => request(`/api/tracks/${id}/visibility`, { method: 'PUT', body: { isPublic: !isPublic } }),
      done: t('admin.changed', { name: title }),
    });
  const remove = () => change.mutate({ call: () => deleteSong(id), done: t('admin.deleted', { name: title }) }, { onSuccess: onDeleted });
  return { show, remove, isPending: change.isPending };
}

/** Asks whether a song is to be deleted with its file. */
export function DeleteSong({
  song,
  isOpen,
  onClose,
  onConfirm,
}: {
  song: Track;
  isOpen: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) {
  const action = { label: t('admin.delete'), warning: t('songs.deleteText') };
  return <TypedDialog action={isOpen ? action : null} names={[song.title]} word={song.title} onClose={onClose} onConfirm={onConfirm} />;
}

/** What the row of a song offers. */
export function SongActions({ song }: { song: Track }) {
  const [asks, setAsks] = useState(false);
  const { show, remove } = useSong(song);
  const more = t('track.more', { title: song.title });
  const items = [
    { label: t('songs.edit'), icon: Pencil, onSelect: () => editTags([song]) },
    { label: t(song.isPublic ? 'songs.hide' : 'songs.show'), icon: song.isPublic ? EyeOff : Eye, onSelect: show },
    { label: t('admin.delete'), icon: Trash2, onSelect: () => setAsks(true) },
  ];
  const confirm = () => {
    setAsks(false);
    remove();
  };
  return (
    <>
      <PlaySong song={song} />
      <IconButton
        icon={Ellipsis}
        label={more}
        tooltip={false}
        size="sm"
        aria-haspopup="menu"
        onClick={(event) => openMenu(event, more, items)}
      />
      <DeleteSong song={song} isOpen={asks} onClose={() => setAsks(false)} onConfirm={confirm} />
    </>
  );
}
