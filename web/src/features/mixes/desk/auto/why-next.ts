import type { AutoState } from '@/dj/auto/auto-mix';
import { isGood } from '@/dj/choose/match';
import type { Desk } from '@/dj/desk';
import { t } from '@/i18n/desk';
import { fitText } from '../library/fit-text';

/** Why Auto Mix plays what it plays next, to go on after "because"; '' while nothing is there to compare it with. */
export function whyNext(desk: Pick<Desk, 'decks'>, { next, from }: Pick<AutoState, 'next' | 'from'>): string {
  const leader = from === null ? null : desk.decks[from]?.get();
  if (!next?.fit || !leader?.track) return '';
  const bpm = leader.track.bpm ? leader.track.bpm * (1 + leader.pitch / 100) : null;
  const fit = fitText(next.fit, { ...leader.track, bpm }, next.track);
  if (next.from === 'prepared' || next.from === 'person') return t(`desk.auto.${next.from}`, { fit });
  return t(isGood(next.fit) ? 'desk.auto.fits' : 'desk.auto.best', { fit });
}
