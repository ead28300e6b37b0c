import { Sparkles } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { t } from '@/i18n/t';
import { usePlayer } from '@/player/view/use-player';
import { Button } from '@/ui/button';
import type { MixOf } from './instant-mix';

type MixButtonProps = Pick<ComponentProps<typeof Button>, 'size' | 'variant'> & { of: MixOf; title: string };

/** Plays songs similar to a song, an album or an artist. */
export function MixButton({ of, title, ...look }: MixButtonProps) {
  const player = usePlayer();
  const [pending, setPending] = useState(false);
  const play = async () => {
    setPending(true);
    const { playMix } = await import('./instant-mix');
    await playMix(player, of, title);
    setPending(false);
  };
  return (
    <Button variant="secondary" {...look} pending={pending} onClick={() => void play()}>
      <Sparkles size={16} aria-hidden />
      {t('track.instantMix')}
    </Button>
  );
}
