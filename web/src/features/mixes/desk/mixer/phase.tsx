import { useRef } from 'react';
import { beatAt } from '@/dj/beat/grid';
import { foldOf, phaseShift } from '@/dj/beat/sync';
import type { Deck } from '@/dj/deck/deck';
import type { Desk } from '@/dj/desk';
import { t } from '@/i18n/desk';
import { useFrame, writeText } from '../use-watched';

/** Milliseconds up to which beats count as falling together. */
const TOGETHER = 5;
/** Milliseconds between two figures: they can be read, and a screen reader need not hurry. */
const LEGIBLE = 500;
const LETTERS = ['A', 'B', 'C', 'D'] as const;

const hasBeat = (deck: Deck) => deck.get().isPlaying && deck.get().track?.grid != null;

/** The deck whose beats the others are compared with: one that plays, preferably one that does not follow. */
const referenceOf = (decks: readonly Deck[]) => decks.find((deck) => hasBeat(deck) && !deck.get().sync) ?? decks.find(hasBeat);

/** How far a deck is ahead of another one's beat, in milliseconds; negative if it is late. */
function aheadOf(reference: Deck, deck: Deck): number {
  const [one, own] = [reference.get().track?.grid, deck.get().track?.grid];
  if (!one || !own) return 0;
  const fold = foldOf(reference.bpm ?? 1, deck.bpm ?? 1);
  const shift = phaseShift({ grid: one, position: reference.heard }, { grid: own, position: deck.heard }, fold);
  return (-shift / deck.rate) * 1000;
}

/** The beats of each deck's bar as blocks: in phase, the blocks stand above each other. The number says by how much a deck is off. */
export function Phase({ desk }: { desk: Desk }) {
  const { decks } = desk;
  return (
    <fieldset className="desk-phase">
      <legend className="sr-only">{t('desk.phase')}</legend>
      {decks.map((deck, i) => (
        <Beats key={LETTERS[i]} desk={desk} deck={deck} index={i} />
      ))}
    </fieldset>
  );
}

function Beats({ desk, deck, index }: { desk: Desk; deck: Deck; index: number }) {
  const row = useRef<HTMLSpanElement>(null);
  const blocks = useRef<HTMLSpanElement>(null);
  const number = useRef<HTMLOutputElement>(null);
  const shown = useRef('');
  const wrote = useRef(0);
  useFrame((now) => {
    const grid = deck.get().track?.grid;
    const reference = referenceOf(desk.decks);
    const isOn = grid != null && hasBeat(deck);
    const beat = isOn ? Math.floor(beatAt(grid, deck.heard)) : 0;
    const current = isOn ? (((beat - grid.downbeat) % grid.meter) + grid.meter) % grid.meter : -1;
    const ahead = isOn && reference && reference !== deck ? aheadOf(reference, deck) : null;
    const share = ahead === null ? 0 : (ahead / 60_000) * (deck.bpm ?? 0); // in beats
    if (now - wrote.current >= LEGIBLE && number.current) {
      wrote.current = now;
      writeText(number.current, ahead === null ? '' : t('desk.phaseOff', { ms: `${ahead > 0.5 ? '+' : ''}${Math.round(ahead) || 0}` }));
    }
    const isOff = ahead !== null && Math.abs(ahead) > TOGETHER;
    const next = `${isOn} ${current} ${isOff} ${share.toFixed(2)}`;
    if (next === shown.current || !row.current || !blocks.current) return;
    shown.current = next;
    row.current.toggleAttribute('data-on', isOn);
    row.current.toggleAttribute('data-off', isOff);
    // A deck that is late has its beats later: its blocks move to the right.
    blocks.current.style.transform = `translateX(${(-share * 25).toFixed(1)}%)`;
    [...blocks.current.children].forEach((block, i) => {
      block.toggleAttribute('data-now', i === current % 4);
    });
  });
  return (
    <span ref={row} className="desk-beats" data-deck={index}>
      <span aria-hidden className="desk-beats-deck">
        {LETTERS[index]}
      </span>
      <span aria-hidden className="desk-beats-way">
        <span ref={blocks}>
          <i />
          <i />
          <i />
          <i />
        </span>
      </span>
      <output ref={number} aria-live="off" aria-label={t('desk.phaseOf', { deck: LETTERS[index] ?? '' })} className="tnum" />
    </span>
  );
}
