import { type DragEvent, useEffect, useRef, useState } from 'react';
import type { Deck } from '@/dj/deck/deck';
import type { Desk } from '@/dj/desk';
import { t } from '@/i18n/desk';
import { dropTracks } from '@/ui/dnd/dnd';
import { part } from '@/ui/part/part';
import { EffectRow } from '../effects/effect-row';
import { Head } from './head';
import { HotCues } from './hot-cues';
import { KeyRow } from './key-row';
import { loadFile, loadTrack } from './load';
import { LoopRow } from './loop-row';
import { Overview } from './overview';
import { PitchStrip } from './pitch-strip';
import { Strip } from './strip';
import { TransportRow } from './transport-row';
import './deck.css';

const StemsRow = part(() => import('../stems/stems-row').then((m) => m.StemsRow));

export const DECK_NAMES = ['desk.a', 'desk.b', 'desk.c', 'desk.d'] as const;

type DeckProps = { desk: Desk; deck: Deck; index: number };

/** A deck with its strip of the mixer. */
export function DeckPanel({ desk, deck, index }: DeckProps) {
  const { panel, over } = useDrops(desk, deck);
  const rack = desk.racks[index];
  return (
    <section
      ref={panel}
      aria-label={t(DECK_NAMES[index] ?? 'desk.a')}
      className="desk-deck"
      data-deck={index}
      data-over={over || undefined}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files;
        if (!file) return;
        event.preventDefault();
        event.stopPropagation(); // elsewhere, a file is uploaded
        loadFile(desk, deck, file);
      }}
    >
      <PitchStrip desk={desk} deck={deck} index={index} />
      <div className="desk-main">
        <Head desk={desk} deck={deck} index={index} />
        <Overview deck={deck} index={index} />
        <TransportRow desk={desk} deck={deck} index={index} />
        <HotCues deck={deck} index={index} />
        <LoopRow deck={deck} index={index} />
        <KeyRow desk={desk} deck={deck} index={index} />
        {rack && <EffectRow deck={deck} rack={rack} index={index} />}
        <StemsRow deck={deck} />
      </div>
      <Strip desk={desk} deck={deck} index={index} />
    </section>
  );
}

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

function useDrops(desk: Desk, deck: Deck) {
  const panel = useRef<HTMLElement>(null);
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!panel.current) return;
    return dropTracks(panel.current, {
      onEnter: () => setOver(true),
      onLeave: () => setOver(false),
      onDrop: ([track]) => track && loadTrack(desk, deck, track),
    });
  }, [desk, deck]);
  return { panel, over };
}
