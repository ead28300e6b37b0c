import { Sparkles, Square } from 'lucide-react';
import { useEffect } from 'react';
import { browserClock } from '@/audio/clock';
import type { Desk } from '@/dj/desk';
import { Assistant } from '@/dj/effects/assistant';
import type { Suggestion } from '@/dj/effects/suggest';
import { t } from '@/i18n/desk';
import { Pad } from '../controls';
import { DECK_NAMES } from '../deck/deck-panel';
import { useWatched } from '../use-watched';

let made: Assistant | null = null;

/** The assistant of this page: what it does goes on when the card is gone. */
function theAssistant(desk: Desk): Assistant {
  made ??= new Assistant(desk, browserClock());
  return made;
}

/** The suggestions shown at a time: more would be another thing to read in the middle of a mix. */
const SHOWN = 3;

/** What suits the music now, and why. One press does it. */
export function AICard({ desk }: { desk: Desk }) {
  const assistant = theAssistant(desk);
  const { suggestions, doing } = useWatched(assistant);
  useEffect(() => assistant.watch(), [assistant]);
  return (
    <section aria-labelledby="desk-suggest" className="desk-suggest">
      <h2 id="desk-suggest" className="display">
        <Sparkles size={17} aria-hidden className="text-ai" />
        {t('desk.suggest')}
      </h2>
      <p className="desk-note">{t('desk.suggest.how')}</p>
      <ul>
        {doing.map((one) => (
          <Row key={keyOf(one)} suggestion={one} isOn onPress={() => assistant.cancel(one)} />
        ))}
        {suggestions.slice(0, SHOWN).map((one) => (
          <Row key={keyOf(one)} suggestion={one} onPress={() => assistant.take(one)} />
        ))}
      </ul>
      {doing.length + suggestions.length === 0 && <p className="desk-note desk-suggest-none">{t('desk.suggest.none')}</p>}
    </section>
  );
}

const keyOf = ({ act, deck }: Suggestion) => `${act} ${deck}`;
const nameOf = (deck: number) => t(DECK_NAMES[deck] ?? 'desk.a');

/** A suggestion with its reason, or what is being done, with its end. */
function Row({ suggestion, isOn = false, onPress }: { suggestion: Suggestion; isOn?: boolean; onPress: () => void }) {
  const { act, deck, other, bars } = suggestion;
  const words = { n: bars, deck: nameOf(deck), other: other === undefined ? '' : nameOf(other) };
  return (
    <li data-deck={deck % 2} data-on={isOn || undefined}>
      <span className="desk-suggest-deck">{words.deck}</span>
      <span>{t(`desk.suggest.${act}`, words)}</span>
      <Pad
        pressed={isOn}
        aria-label={t(isOn ? 'desk.suggest.stopOf' : 'desk.suggest.doOf', { what: t(`desk.suggest.${act}`, words) })}
        onClick={onPress}
      >
        {isOn && <Square size={12} aria-hidden className="fill-current" />}
        {t(isOn ? 'desk.suggest.stop' : 'desk.suggest.do')}
      </Pad>
    </li>
  );
}
