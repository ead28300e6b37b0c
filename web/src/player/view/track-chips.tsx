import { useQuery } from '@tanstack/react-query';
import { stationQuery } from '@/api/stations';
import type { TrackDetail } from '@/api/types';
import { language, t } from '@/i18n/now-playing';
import { cn } from '@/lib/cn';
import { formatLine } from '@/lib/format-line';
import { useCurrentDetail } from './use-current-detail';
import { useCurrent } from './use-player';

/** Technical details: the format being played, the tempo and the key. */
export function TrackChips({ className }: { className?: string }) {
  const track = useCurrentDetail();
  const stream = useStream();
  const chips = [stream ?? (track && formatLine(track)), track && tempo(track), track?.key].filter(Boolean);
  if (chips.length === 0) return <div className={cn('h-6', className)} />;
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

/** The format of the loaded station, '' if it sends several; undefined for other items. */
function useStream(): string | undefined {
  const current = useCurrent();
  const isLive = current?.details.live === true;
  const station = useQuery({ ...stationQuery(current?.track.id ?? ''), enabled: isLive }).data;
  if (!isLive) return undefined;
  return station?.formats.length === 1 ? `${station.format} ${station.bitrate}` : '';
}

const tempo = ({ bpm }: TrackDetail) =>
  bpm !== null && t('player.bpm', { n: bpm.toLocaleString(language(), { maximumFractionDigits: 0 }) });
