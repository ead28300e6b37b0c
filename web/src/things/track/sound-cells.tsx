import type { Track } from '@/api/types';
import { language, t } from '@/i18n/t';
import { cn } from '@/lib/cn';
import { percent } from '@/lib/format';
import { GridCell } from '@/things/list/grid';

const WIDTHS = { bpm: 'w-12', key: 'w-11', loudness: 'w-14', energy: 'w-14' } as const;
const cell = '@3xl:block hidden shrink-0 text-right text-sm';

/** The headers of a song's analysis columns. */
export const SoundColumns = () =>
  (Object.keys(WIDTHS) as (keyof typeof WIDTHS)[]).map((name) => (
    <span key={name} className={cn(WIDTHS[name], 'text-right')}>
      {t(`track.column.${name}`)}
    </span>
  ));

/** Tempo, key, loudness and energy of a song; a dash for unknown values. */
export function SoundCells({ track: { bpm, key, camelot, loudness, energy } }: { track: Track }) {
  return (
    <>
      <GridCell className={cn(cell, WIDTHS.bpm, 'tnum')}>{bpm === null ? '–' : Math.round(bpm)}</GridCell>
      <GridCell className={cn(cell, WIDTHS.key)} title={camelot}>
        {key || '–'}
      </GridCell>
      <GridCell className={cn(cell, WIDTHS.loudness, 'tnum text-fg-muted')}>
        {loudness === null ? '–' : loudness.toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 })}
      </GridCell>
      <GridCell className={cn(cell, WIDTHS.energy, 'tnum text-fg-muted')}>{energy === null ? '–' : percent(energy * 100)}</GridCell>
    </>
  );
}
