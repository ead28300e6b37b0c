import { Volume1, Volume2, VolumeX } from 'lucide-react';
import { t } from '@/i18n/now-playing';
import { IconButton } from '@/ui/icon-button';
import { Slider } from '@/ui/slider';
import { useEngine, usePlayerState } from './use-player';

export function Volume() {
  const engine = useEngine();
  const volume = usePlayerState((player) => player.volume);
  const muted = usePlayerState((player) => player.muted);
  const heard = muted ? 0 : volume;
  const percent = Math.round(heard * 100);
  return (
    <div data-slot="volume" className="flex items-center gap-1">
      <IconButton
        label={muted ? t('player.unmute') : t('player.mute')}
        icon={heard === 0 ? VolumeX : heard < 0.5 ? Volume1 : Volume2}
        onClick={() => engine.setMuted(!muted)}
      />
      <Slider
        label={t('player.volume')}
        value={percent}
        valueText={t('player.volumeText', { n: percent })}
        onChange={(next) => engine.setVolume(next / 100)}
        className="w-16 2xl:w-24"
      />
    </div>
  );
}
