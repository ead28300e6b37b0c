import { language, t } from '@/i18n/now-playing';
import { cn } from '@/lib/cn';
import { formatLine } from '@/lib/format-line';
import { useCurrentDetail } from './use-current-detail';

/** What the ears of some want to know: the file's format, the tempo and the key. */
export function TrackChips({ className }: { className?: string }) {
  const track = useCurrentDetail();
  if (!track) return <div className={cn('h-6', className)} />;
  const bpm = track.bpm !== null && t('player.bpm', { n: track.bpm.toLocaleString(language(), { maximumFractionDigits: 0 }) });
  const chips = [formatLine(track), bpm, track.key].filter((chip) => chip !== false && chip !== '');
  return (
    <ul aria-label={t('player.facts')} data-slot="chips" className={cn('flex min-h-6 flex-wrap gap-2', className)}>
      {chips.map((chip) => (
        <li key={chip as string} className="tnum rounded-md bg-surface-3 px-2 py-0.5 font-medium text-fg text-xs">
          {chip}
        </li>
      ))}
    </ul>
  );
}
