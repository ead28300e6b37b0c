import { Pause, Play } from 'lucide-react';
import type { AdminMix } from '@/api/types';
import { t } from '@/i18n/mixes';
import { usePlayMix } from '@/things/mix/mix-card';
import { IconButton } from '@/ui/icon-button';

/** Plays the mix as listeners hear it. */
export function PlayButton({ mix }: { mix: AdminMix }) {
  const { state, toggle } = usePlayMix(mix);
  const isPlaying = state === 'playing';
  return (
    <IconButton
      icon={isPlaying ? Pause : Play}
      label={t(isPlaying ? 'mix.pause' : 'mix.play', { title: mix.title })}
      size="sm"
      onClick={toggle}
    />
  );
}
