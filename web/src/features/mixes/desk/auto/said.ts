import type { Track } from '@/api/types';
import type { AutoState } from '@/dj/auto/auto-mix';
import { isMixable, SHORTEST_PREPARED } from '@/dj/auto/choose';
import type { Control } from '@/dj/auto/hands';
import type { Join } from '@/dj/auto/plan';
import type { DeckTrack } from '@/dj/deck/track';
import type { Desk } from '@/dj/desk';
import { t } from '@/i18n/desk';
import { longTime } from '@/lib/format';
import { deckLetter } from '../deck/deck-letter';
import { whyNext } from './why-next';

/** What happens now and next, and why, in sentences. */
export function said(desk: Pick<Desk, 'decks'>, state: AutoState, prepared: readonly Track[]): string[] {
  const { phase, next, join, taken, isAway } = state;
  const lines: string[] = [];
  if (phase === 'off' || phase === 'still' || phase === 'byHand' || phase === 'looking' || phase === 'paused')
    lines.push(t(`desk.auto.${phase}`));
  if (phase === 'empty') lines.push(t(isAway ? 'desk.auto.away' : 'desk.auto.empty'));
  const why = phase === 'ready' || phase === 'mixing' ? whyNext(desk, state) : '';
  if (next && why) lines.push(t('desk.auto.next', { title: next.track.title, reason: why }));
  if (next && isSilent(next.track)) lines.push(t('desk.auto.silent', { title: next.track.title }));
  if ((phase === 'ready' || phase === 'mixing') && join) lines.push(joinText(join));
  const short = phase === 'off' ? [] : prepared.filter((track) => !isMixable(track));
  if (short.length > 0)
    lines.push(t('desk.auto.tooShort', { seconds: SHORTEST_PREPARED, titles: short.map(({ title }) => title).join(', ') }));
  if (taken.length > 0) lines.push(t('desk.auto.taken', { controls: taken.map(controlText).join(', ') }));
  return lines;
}

/** Whether nothing is heard in a track, as its analysis says. */
const isSilent = ({ loudness }: DeckTrack) => loudness !== null && loudness.integrated === null;

function joinText({ kind, bars, out, length, reason }: Join): string {
  const why = t(`desk.auto.why.${reason}`);
  return t(`desk.auto.join.${kind}`, { bars, at: longTime(out), seconds: Math.round(length), why });
}

const NAMES = { low: 'desk.low', mid: 'desk.mid', filter: 'desk.filter', volume: 'desk.volume', pitch: 'desk.pitch' } as const;

const controlText = ({ name, deck }: Control) =>
  name === 'crossfader' ? t('desk.crossfader') : t('desk.auto.control', { name: t(NAMES[name]), deck: deckLetter(deck) });
