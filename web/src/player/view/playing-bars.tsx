import { t } from '@/i18n/t';
import { cn } from '@/lib/cn';
import './playing-bars.css';

/** Four bars that move while their item plays. */
export function PlayingBars({ className }: { className?: string }) {
  return (
    <span role="img" aria-label={t('player.playing')} data-slot="playing-bars" className={cn('playing-bars shrink-0', className)}>
      <i />
      <i />
      <i />
      <i />
    </span>
  );
}
