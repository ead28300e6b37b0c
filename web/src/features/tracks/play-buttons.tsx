import { Play, Shuffle } from 'lucide-react';
import { useState } from 'react';
import { t } from '@/i18n/t';
import type { PlayContext } from '@/player/item';
import { Button } from '@/ui/button';
import { type LoadTracks, usePlayAll } from './playback';

type PlayButtonsProps = {
  /** Not needed where the context says itself where its list is (`more`). */
  load?: LoadTracks;
  context: PlayContext;
  disabled?: boolean;
  size?: 'md' | 'lg';
};

/** Play and Shuffle for a whole list. */
export function PlayButtons({ load, context, disabled = false, size = 'md' }: PlayButtonsProps) {
  const playAll = usePlayAll(load, context);
  const [pending, setPending] = useState<'inOrder' | 'shuffled' | null>(null);
  const start = async (how: 'inOrder' | 'shuffled') => {
    setPending(how);
    await playAll(how);
    setPending(null);
  };
  return (
    <>
      <Button size={size} disabled={disabled} pending={pending === 'inOrder'} onClick={() => void start('inOrder')}>
        {pending !== 'inOrder' && <Play size={18} className="fill-current" aria-hidden />}
        {t('track.playAll')}
      </Button>
      <Button size={size} variant="secondary" disabled={disabled} pending={pending === 'shuffled'} onClick={() => void start('shuffled')}>
        {pending !== 'shuffled' && <Shuffle size={18} aria-hidden />}
        {t('track.shuffle')}
      </Button>
    </>
  );
}
