import type { Fit } from '@/dj/choose/match';
import { t } from '@/i18n/desk';

type Named = { bpm: number | null; camelot: string };

/** The difference in energy up to which it counts as similar, and the likeness from which two tracks sound alike. */
const SIMILAR = 0.15;
const ALIKE = 0.5;

/** Why a track goes with another one, in words. */
export function fitText(fit: Fit, from: Named, track: Named): string {
  const change =
    fit.change === null ? null : `${fit.change > 0.05 ? '+' : fit.change < -0.05 ? '−' : '±'}${Math.abs(fit.change).toFixed(1)}`;
  const parts = [
    change === null || !track.bpm ? t('desk.fit.noTempo') : t('desk.fit.tempo', { bpm: track.bpm.toFixed(1), change }),
    fit.key === 'unknown' ? t('desk.fit.unknown') : t(`desk.fit.${fit.key}`, { key: track.camelot, from: from.camelot }),
  ];
  if (fit.energy !== null)
    parts.push(t(Math.abs(fit.energy) <= SIMILAR ? 'desk.fit.level' : fit.energy > 0 ? 'desk.fit.higher' : 'desk.fit.lower'));
  if ((fit.likeness ?? 0) >= ALIKE) parts.push(t('desk.fit.alike'));
  return parts.join(' · ');
}
