import { Cast } from 'lucide-react';
import { t } from '@/i18n/now-playing';
import { IconButton } from '@/ui/icon-button';
import { useCast } from './use-cast';
import { useCurrent } from './use-player';

/** Casts the sound to another device; shown only while the browser finds one. Its label says what is cast. */
export function CastButton() {
  const { available, connected, prompt } = useCast();
  const title = useCurrent()?.track.title ?? '';
  if (!available) return null;
  return (
    <IconButton
      label={connected ? t('player.castStop', { title }) : t('player.cast')}
      icon={Cast}
      aria-pressed={connected}
      onClick={prompt}
    />
  );
}
