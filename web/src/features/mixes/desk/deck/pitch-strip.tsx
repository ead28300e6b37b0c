import { Minus, Plus } from 'lucide-react';
import type { Deck } from '@/dj/deck/deck';
import { PITCH_RANGES, PITCH_STEP } from '@/dj/deck/deck-state';
import type { Desk } from '@/dj/desk';
import { t } from '@/i18n/desk';
import { keyOf } from '../control/key-map';
import { Fader, Hold, Pad } from '../controls';
import { useWatched } from '../use-watched';

/** The pitch fader and the buttons that nudge. */
export function PitchStrip({ desk, deck, index }: { desk: Desk; deck: Deck; index: number }) {
  const { pitch, range } = useWatched(deck);
  const other = PITCH_RANGES.find((one) => one !== range) ?? range;
  const shown = Math.round(pitch * 10) / 10;
  return (
    <div className="desk-pitch">
      <span aria-hidden className="desk-label" data-key={keyOf('pitch', index)}>
        {t('desk.pitch')}
      </span>
      <Fader
        label={t('desk.pitch')}
        value={shown}
        min={-range}
        max={range}
        step={PITCH_STEP}
        rest={0}
        valueText={`${shown.toFixed(1)} %`}
        onChange={(percent) => desk.setPitch(deck, percent)}
      />
      <output className="desk-own tnum">{`${shown > 0 ? '+' : ''}${shown.toFixed(1)}%`}</output>
      <Pad aria-label={t('desk.pitchRange', { range })} onClick={() => deck.set({ range: other })}>
        ±{range}
      </Pad>
      <span className="desk-nudge">
        <Hold
          className="desk-pad"
          data-key={keyOf('slower', index)}
          aria-label={t('desk.slower')}
          onHold={() => desk.nudge(deck, -1)}
          onLetGo={() => desk.nudge(deck, 0)}
        >
          <Minus size={14} aria-hidden />
        </Hold>
        <Hold
          className="desk-pad"
          data-key={keyOf('faster', index)}
          aria-label={t('desk.faster')}
          onHold={() => desk.nudge(deck, 1)}
          onLetGo={() => desk.nudge(deck, 0)}
        >
          <Plus size={14} aria-hidden />
        </Hold>
      </span>
    </div>
  );
}
