import { Minus, Plus } from 'lucide-react';
import { matchingShift, shifted } from '@/dj/choose/key-shift';
import type { Deck } from '@/dj/deck/deck';
import { MAX_SHIFT } from '@/dj/deck/deck-state';
import type { Desk } from '@/dj/desk';
import { t } from '@/i18n/desk';
import { keyOf } from '../control/key-map';
import { Pad } from '../controls';
import { needed } from '../needed';
import { useWatched } from '../use-watched';
import { shiftFailed, toggleKeyLock } from './toggle-key-lock';

/** The key of a deck's track at its pitch, in Camelot's notation, before any shift; empty without one. */
function pitchedKey(deck: Deck): string {
  const { track, keyLock, pitch } = deck.get();
  return shifted(track?.camelot ?? '', keyLock ? 0 : Math.round(12 * Math.log2(1 + pitch / 100)));
}

/** The key: locked, shifted by semitones, or brought to that of the leader. */
export function KeyRow({ desk, deck, index }: { desk: Desk; deck: Deck; index: number }) {
  const { track, keyLock, keyShift } = useWatched(deck);
  const leader = desk.leaderOf(deck);
  const match = leader && matchingShift(pitchedKey(deck), shifted(pitchedKey(leader), leader.get().keyShift));
  const shift = (semitones: number) => void deck.setKeyShift(semitones).catch(shiftFailed);
  const can = deck.canKeyLock;
  const why = can ? undefined : t('desk.noWorklet', { what: needed() });
  const furthest = t('desk.why.furthest', { n: MAX_SHIFT });
  const amount = keyShift > 0 ? `+${keyShift}` : String(keyShift);
  return (
    <fieldset className="desk-keys">
      <legend className="sr-only">{t('desk.key')}</legend>
      <Pad className="desk-wide" pressed={keyLock} why={why} data-key={keyOf('keyLock', index)} onClick={() => toggleKeyLock(deck)}>
        {t('desk.keyLock')}
      </Pad>
      <Pad
        className="desk-wide"
        why={why ?? (match === null ? t('desk.matchKeyNone') : null)}
        onClick={() => match !== null && shift(match)}
      >
        {t('desk.matchKey')}
      </Pad>
      <Pad why={why ?? (keyShift <= -MAX_SHIFT ? furthest : null)} aria-label={t('desk.keyDown')} onClick={() => shift(keyShift - 1)}>
        <Minus size={13} aria-hidden />
      </Pad>
      <Pad why={why} aria-label={t('desk.keyReset', { shift: amount })} data-set={keyShift !== 0 || undefined} onClick={() => shift(0)}>
        {track?.camelot ? `${shifted(track.camelot, keyShift)} ${keyShift === 0 ? '' : amount}` : amount}
      </Pad>
      <Pad why={why ?? (keyShift >= MAX_SHIFT ? furthest : null)} aria-label={t('desk.keyUp')} onClick={() => shift(keyShift + 1)}>
        <Plus size={13} aria-hidden />
      </Pad>
    </fieldset>
  );
}
