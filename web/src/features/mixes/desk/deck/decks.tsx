import { type ReactNode, useState } from 'react';
import type { Desk } from '@/dj/desk';
import { t } from '@/i18n/desk';
import { useWatched } from '../use-watched';
import { DECK_NAMES, DeckPanel } from './deck-panel';
import './decks.css';

const LETTERS = ['A', 'B', 'C', 'D'] as const;

/** Two or four decks around the mixer. Where there is no room beside each other, tabs choose the deck on screen. */
export function Decks({ desk, children }: { desk: Desk; children: ReactNode }) {
  const { shown } = useWatched(desk);
  const [front, setFront] = useState(0);
  return (
    <div className="desk-decks" data-shown={shown} data-front={Math.min(front, shown - 1)}>
      <fieldset className="desk-fronts">
        <legend className="sr-only">{t('desk.decks')}</legend>
        {desk.decks.map((_, i) => (
          <button key={LETTERS[i]} type="button" data-deck={i} aria-pressed={i === Math.min(front, shown - 1)} onClick={() => setFront(i)}>
            {t(DECK_NAMES[i] ?? 'desk.a')}
          </button>
        ))}
      </fieldset>
      {desk.decks.map((deck, i) => (
        <DeckPanel key={LETTERS[i]} desk={desk} deck={deck} index={i} />
      ))}
      {children}
    </div>
  );
}
