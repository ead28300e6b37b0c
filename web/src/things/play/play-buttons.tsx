import { Pause, Play, Shuffle } from 'lucide-react';
import { useState } from 'react';
import { t } from '@/i18n/t';
import type { PlayContext } from '@/player/engine/queue/item';
import { usePlayer } from '@/player/view/use-player';
import { Button } from '@/ui/button';
import { type LoadTracks, usePlayAll } from './playback';

type PlayButtonsProps = {
  /** Not needed if the context itself says where its list is (`more`). */
  load?: LoadTracks;
  context: PlayContext;
  disabled?: boolean;
  size?: 'md' | 'lg';
};

/** Play and Shuffle for a whole list. While it plays, Play pauses it and then resumes it. */
export function PlayButtons({ load, context, disabled = false, size = 'md' }: PlayButtonsProps) {
  const playAll = usePlayAll(load, context);
  const player = usePlayer();
  const isHere = player.current !== null && player.state !== 'stopped' && isSame(player.queue.context, context);
  const sounds = isHere && player.isPlaying;
  const Icon = sounds ? Pause : Play;
  const [pending, setPending] = useState<'inOrder' | 'shuffled' | null>(null);
  const start = async (how: 'inOrder' | 'shuffled') => {
    setPending(how);
    await playAll(how);
    setPending(null);
  };
  return (
    <>
      <Button
        size={size}
        disabled={disabled}
        pending={pending === 'inOrder'}
        onClick={() => (isHere ? player.toggle() : void start('inOrder'))}
      >
        {pending !== 'inOrder' && <Icon size={18} className="fill-current" aria-hidden />}
        {t(sounds ? 'player.pause' : 'track.playAll')}
      </Button>
      <Button size={size} variant="secondary" disabled={disabled} pending={pending === 'shuffled'} onClick={() => void start('shuffled')}>
        {pending !== 'shuffled' && <Shuffle size={18} aria-hidden />}
        {t('track.shuffle')}
      </Button>
    </>
  );
}

/** The same list with the same filter. */
const isSame = (a: PlayContext | null, b: PlayContext) => b.href !== undefined && a?.href === b.href && a.more?.path === b.more?.path;
