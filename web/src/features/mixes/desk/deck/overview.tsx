import { useRef } from 'react';
import type { Deck } from '@/dj/deck/deck';
import { t } from '@/i18n/desk';
import { longTime } from '@/lib/format';
import { useFrame, useWatched } from '../use-watched';
import { useSurface } from '../waves/surface';

/** The whole track, with its sections and cues; a slider that seeks. */
export function Overview({ deck, index }: { deck: Deck; index: number }) {
  const { track } = useWatched(deck);
  const host = useRef<HTMLDivElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const length = track?.duration ?? 0;
  useSurface(host, { kind: 'overview', deck: index }, (element) => [element]);
  useFrame(() => {
    const { position } = deck;
    const whole = String(Math.floor(position));
    if (!slider.current || slider.current.value === whole) return;
    slider.current.value = whole;
    slider.current.setAttribute('aria-valuenow', whole);
    slider.current.setAttribute('aria-valuetext', t('desk.positionOf', { at: longTime(position), length: longTime(length) }));
  });
  return (
    <div ref={host} className="desk-overview" data-deck={index}>
      <input
        ref={slider}
        type="range"
        aria-label={t('desk.position')}
        min={0}
        max={Math.floor(length)}
        step={1}
        defaultValue={0}
        disabled={!track}
        onInput={({ currentTarget }) => deck.seek(currentTarget.valueAsNumber)}
      />
    </div>
  );
}
