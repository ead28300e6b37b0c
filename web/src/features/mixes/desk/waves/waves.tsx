import { ZoomIn, ZoomOut } from 'lucide-react';
import { type CSSProperties, useEffect, useRef, useSyncExternalStore } from 'react';
import type { Desk } from '@/dj/desk';
import { t } from '@/i18n/desk';
import { Pad } from '../controls';
import { useFrame, useWatched } from '../use-watched';
import { closeStage, theStage, useSurface } from './surface';
import { useDrag } from './use-drag';
import { canZoom, stepZoom, zoom } from './zoom';
import './waves.css';

const LETTERS = ['A', 'B', 'C', 'D'] as const;

/** The waveforms of all decks, each under the same playhead: beats that sound together stand above each other. Dragging moves a deck. */
export function Waves({ desk }: { desk: Desk }) {
  const lanes = useRef<HTMLDivElement>(null);
  const { reach } = useWatched(zoom);
  const { decks } = desk;
  useSurface(lanes, { kind: 'lanes', decks: decks.map((_, i) => i) }, (host) => [...host.querySelectorAll('.desk-badge')]);
  useManner(reach);
  useFrame(() => theStage().follow(decks), true);
  useEffect(() => closeStage, []);
  return (
    <section
      aria-label={t('desk.waveforms')}
      className="desk-waves"
      data-many={decks.length > 2 || undefined}
      style={{ '--lanes': decks.length } as CSSProperties}
    >
      <div ref={lanes} className="desk-lanes" {...useDrag(decks, reach)}>
        {decks.map((_, i) => (
          <span key={LETTERS[i]} aria-hidden className="desk-badge" data-deck={i} style={{ '--n': i } as CSSProperties}>
            {LETTERS[i]}
          </span>
        ))}
      </div>
      <div className="desk-zoom">
        <Pad aria-label={t('desk.zoomIn')} data-key="+" why={canZoom(-1) ? null : t('desk.why.closest')} onClick={() => stepZoom(-1)}>
          <ZoomIn size={14} aria-hidden />
        </Pad>
        <Pad aria-label={t('desk.zoomOut')} data-key="−" why={canZoom(1) ? null : t('desk.why.widest')} onClick={() => stepZoom(1)}>
          <ZoomOut size={14} aria-hidden />
        </Pad>
      </div>
    </section>
  );
}

const stillness = matchMedia('(prefers-reduced-motion: reduce)');
const watchStillness = (call: () => void) => {
  stillness.addEventListener('change', call);
  return () => stillness.removeEventListener('change', call);
};
const watchTab = (call: () => void) => {
  document.addEventListener('visibilitychange', call);
  return () => document.removeEventListener('visibilitychange', call);
};

/** Tells the stage how to draw: without scrolling for people who want less motion, and not at all in a hidden tab. */
function useManner(reach: number) {
  const paged = useSyncExternalStore(watchStillness, () => stillness.matches);
  const shown = useSyncExternalStore(watchTab, () => !document.hidden);
  useEffect(() => {
    theStage().setManner(
      { reach, paged, shown },
      {
        intro: t('desk.section.intro'),
        verse: t('desk.section.verse'),
        build: t('desk.section.build'),
        drop: t('desk.section.drop'),
        break: t('desk.section.break'),
        outro: t('desk.section.outro'),
      },
    );
  }, [reach, paged, shown]);
}
