import { type CSSProperties, useMemo } from 'react';
import { browserClock } from '@/audio/clock';
import type { Deck } from '@/dj/deck/deck';
import { type Stem, type Stems, stemsOf } from '@/dj/stems/stems';
import { t } from '@/i18n/desk';
import { ProgressBar } from '@/ui/progress-bar';
import { Knob, Pad } from '../controls';
import { useWatched } from '../use-watched';
import './stems.css';

const clock = browserClock();

/** The stems of the track on a deck, or a button that makes them. */
export function StemsRow({ deck }: { deck: Deck }) {
  const stems = useMemo(() => stemsOf(deck, clock), [deck]);
  const { phase, isSplit, stems: parts } = useWatched(stems);
  if (phase === 'nothing') return null;
  return (
    <fieldset className="desk-stems" title={isSplit ? t('desk.stems.splitHint') : undefined}>
      <legend className="sr-only">{t(isSplit ? 'desk.stems.bySplit' : 'desk.stems')}</legend>
      {phase === 'ready' ? (
        parts.map((stem, i) => <StemStrip key={stem.id} stem={stem} number={i + 1} stems={stems} />)
      ) : (
        <Offer stems={stems} />
      )}
      {phase === 'ready' && isSplit && <p className="desk-note">{t('desk.stems.bySplit')}</p>}
    </fieldset>
  );
}

/** The way to the stems: a button, the progress, or why there are none. */
function Offer({ stems }: { stems: Stems }) {
  const { phase, isSplit, progress, reason } = useWatched(stems);
  if (phase === 'large') return <p className="desk-note">{t('desk.stems.large')}</p>;
  if (phase === 'splitting' || phase === 'loading') {
    const label = t(`desk.stems.${phase}`);
    return (
      <>
        <span className="desk-note">{label}</span>
        <ProgressBar label={label} value={progress} className="desk-stems-progress" />
      </>
    );
  }
  return (
    <>
      <Pad onClick={() => void stems.load()}>{t(isSplit ? 'desk.stems.split' : 'desk.stems.load')}</Pad>
      <p role="status" className="desk-note">
        {phase === 'failed' && (reason ?? t('desk.stems.failed'))}
      </p>
    </>
  );
}

function StemStrip({ stem, number, stems }: { stem: Stem; number: number; stems: Stems }) {
  const name = nameOf(stem, number);
  return (
    <div className="desk-stem" style={stem.color ? ({ '--stem': stem.color } as CSSProperties) : undefined}>
      <Knob
        label={name}
        value={stem.level}
        rest={100}
        valueText={`${stem.level} %`}
        onChange={(level) => stems.change(stem.id, { level })}
      />
      <div>
        <Pad
          aria-label={t('desk.stems.mute', { stem: name })}
          pressed={stem.mute}
          onClick={() => stems.change(stem.id, { mute: !stem.mute })}
        >
          M
        </Pad>
        <Pad
          aria-label={t('desk.stems.solo', { stem: name })}
          pressed={stem.solo}
          onClick={() => stems.change(stem.id, { solo: !stem.solo })}
        >
          S
        </Pad>
      </div>
    </div>
  );
}

function nameOf({ id, name }: Stem, number: number): string {
  if (id === 'drums' || id === 'melody') return t(`desk.stems.${id}`);
  return name || t('desk.stems.nth', { n: number });
}
