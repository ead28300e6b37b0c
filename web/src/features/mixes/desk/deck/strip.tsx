import { Headphones } from 'lucide-react';
import type { Deck } from '@/dj/deck/deck';
import type { Desk } from '@/dj/desk';
import { SIDES, UNITY } from '@/dj/mixer/curves';
import { t } from '@/i18n/desk';
import { keyOf } from '../control/key-map';
import { Fader, Knob, Pad } from '../controls';
import { Meter } from '../mixer/meter';
import { useWatched } from '../use-watched';

/** The deck's strip of the mixer. */
export function Strip({ desk, deck, index }: { desk: Desk; deck: Deck; index: number }) {
  const { eq, filter, gain, volume, headphones, side } = useWatched(deck);
  const knobs = ['high', 'mid', 'low'] as const;
  return (
    <div className="desk-strip">
      <Knob
        label={t('desk.gain')}
        shortcut={keyOf('gain', index)}
        value={gain}
        min={-12}
        max={12}
        rest={0}
        valueText={`${gain} dB`}
        onChange={(value) => deck.setGain(value)}
      />
      {knobs.map((band) => (
        <Knob
          key={band}
          label={t(`desk.${band}`)}
          shortcut={keyOf(band, index)}
          value={eq[band]}
          rest={50}
          onChange={(value) => deck.setBand(band, value)}
        />
      ))}
      <Knob
        label={t('desk.filter')}
        shortcut={keyOf('filter', index)}
        value={filter}
        rest={50}
        onChange={(value) => deck.setFilter(value)}
      />
      <div className="desk-volume">
        <Fader label={t('desk.volume')} value={volume} rest={UNITY.channel} onChange={(value) => deck.setVolume(value)} />
        <Meter meter={() => (deck.get().isPlaying ? deck.channel.meter : null)} />
      </div>
      <span aria-hidden className="desk-label" data-key={keyOf('volume', index)}>
        {t('desk.volume')}
      </span>
      <Pad
        data-key={keyOf('headphones', index)}
        pressed={headphones}
        aria-label={t('desk.headphonesFor')}
        data-tooltip={t('desk.headphonesFor')}
        onClick={() => deck.setHeadphones(!headphones)}
      >
        <Headphones size={15} aria-hidden />
      </Pad>
      <select
        className="desk-pad desk-side-of"
        aria-label={t('desk.sideOf')}
        data-tooltip={t('desk.sideOf')}
        value={side}
        onChange={({ target }) => desk.setSide(deck, SIDES.find((one) => one === target.value) ?? side)}
      >
        {SIDES.map((one) => (
          <option key={one} value={one}>
            {t(`desk.side.${one}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
