import type { Deck } from '@/dj/deck/deck';
import { EFFECTS, KINDS } from '@/dj/effects/kinds';
import type { Rack } from '@/dj/effects/rack';
import { AMOUNT, type Slot } from '@/dj/effects/slot';
import { t } from '@/i18n/desk';
import { keyOf } from '../control/key-map';
import { Fader, Pad } from '../controls';
import { useWatched } from '../use-watched';
import './effects.css';

/** The two effects of a deck. */
export function EffectRow({ deck, rack, index }: { deck: Deck; rack: Rack; index: number }) {
  useWatched(deck); // what runs from beat to beat needs a deck that plays
  return (
    <div className="desk-effects">
      <SlotRow slot={rack.slots[0]} n={1} shortcut={keyOf('effect1', index)} />
      <SlotRow slot={rack.slots[1]} n={2} shortcut={keyOf('effect2', index)} />
    </div>
  );
}

const FRACTIONS = new Map([[1 / 4, '¼'], [1 / 2, '½'], [3 / 4, '¾']]); // biome-ignore format: pairs

/** Gives the keyboard back to the desk, unless it was used to choose. */
const letGo = (select: HTMLSelectElement) => !select.matches(':focus-visible') && select.blur();

/** A slot: its effect, on or off, its beats and its amount. */
function SlotRow({ slot, n, shortcut }: { slot: Slot; n: number; shortcut: string | undefined }) {
  const { kind, phase, beats, amount } = useWatched(slot);
  const { beats: choices, scales } = KINDS[kind];
  return (
    <fieldset className="desk-slot">
      <legend className="sr-only">{t('desk.effect', { n })}</legend>
      <Pad
        data-key={shortcut}
        pressed={phase !== 'off'}
        why={phase === 'off' && !slot.isReady ? t('desk.why.paused') : null}
        data-waiting={phase === 'waiting' || undefined}
        aria-label={`${t('desk.effect', { n })}: ${t(`desk.effect.${kind}`)}`}
        data-tooltip={t(`desk.effect.${kind}Hint`)}
        onClick={() => slot.toggle()}
      >
        FX{n}
      </Pad>
      <select
        aria-label={t('desk.effect.kind')}
        value={kind}
        onChange={({ target }) => {
          slot.setKind(target.value as typeof kind);
          letGo(target);
        }}
      >
        {EFFECTS.map((name) => (
          <option key={name} value={name}>
            {t(`desk.effect.${name}`)}
          </option>
        ))}
      </select>
      <select
        aria-label={t('desk.effect.beats')}
        value={beats}
        disabled={choices.length === 0}
        onChange={({ target }) => {
          slot.setBeats(Number(target.value));
          letGo(target);
        }}
      >
        {(choices.length === 0 ? [beats] : choices).map((choice) => (
          <option key={choice} value={choice}>
            {choices.length === 0 ? '–' : (FRACTIONS.get(choice) ?? choice)}
          </option>
        ))}
      </select>
      {scales ? (
        <Fader across label={t('desk.amount')} value={amount} rest={AMOUNT} onChange={(value) => slot.setAmount(value)} />
      ) : (
        <span />
      )}
    </fieldset>
  );
}
