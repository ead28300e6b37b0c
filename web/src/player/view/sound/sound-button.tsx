import { SlidersVertical } from 'lucide-react';
import { useStore } from 'zustand';
import { t } from '@/i18n/sound';
import { sleepTimer } from '@/player/engine/sound/sleep-timer';
import { IconButton } from '@/ui/icon-button';
import { useSoundMenu } from './use-sound-menu';

/** Opens the sound settings; highlighted while a sleep timer runs. */
export function SoundButton() {
  const show = useSoundMenu((state) => state.show);
  const sleeps = useStore(sleepTimer, (state) => state.sleep !== null);
  return (
    <IconButton
      label={t('sound.open')}
      icon={SlidersVertical}
      aria-haspopup="dialog"
      className={sleeps ? 'text-accent-text' : undefined}
      onClick={() => show()}
    />
  );
}
