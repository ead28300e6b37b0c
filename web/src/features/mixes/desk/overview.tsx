import { type CSSProperties, useEffect, useRef } from 'react';
import { barsIn, barsOf, paintBars } from '@/audio/peaks';
import type { Deck } from '@/dj/deck';
import { t } from '@/i18n/desk';
import { time } from '@/lib/format';
import { useShownTheme } from '@/lib/prefs';
import { useFrame, useWatched } from './use-watched';

/** The whole track, with its cues; a slider that seeks. */
export function Overview({ deck }: { deck: Deck }) {
  const { track, hotCues, cue, loop } = useWatched(deck);
  const canvas = useRef<HTMLCanvasElement>(null);
  const slider = useRef<HTMLInputElement>(null);
  const head = useRef<HTMLSpanElement>(null);
  const theme = useShownTheme();
  const length = track?.duration ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const draw = () => {
      const { clientWidth: width, clientHeight: height } = element;
      const style = getComputedStyle(element);
      const colour = (band: string) => style.getPropertyValue(`--wave-${band}`).trim();
      const bars = track?.peaks ? barsOf(track.peaks, barsIn(width)) : [];
      paintBars(element, bars, { low: colour('low'), mid: colour('mid'), high: colour('high') }, width, height);
    };
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    return () => observer.disconnect();
  }, [track, theme]);
  useFrame(() => {
    const { position } = deck;
    head.current?.style.setProperty('left', `${length > 0 ? (position / length) * 100 : 0}%`);
    const whole = String(Math.floor(position));
    if (!slider.current || slider.current.value === whole) return;
    slider.current.value = whole;
    slider.current.setAttribute('aria-valuenow', whole);
    slider.current.setAttribute('aria-valuetext', t('desk.positionOf', { at: time(position), length: time(length) }));
  });
  const share = (seconds: number) => `${(seconds / Math.max(1, length)) * 100}%`;
  return (
    <div className="desk-overview">
      <canvas ref={canvas} aria-hidden />
      {loop && <span aria-hidden className="desk-overview-loop" style={{ left: share(loop.from), width: share(loop.to - loop.from) }} />}
      {[cue, ...hotCues].map(
        (at, i) =>
          at !== null && (
            // biome-ignore lint/suspicious/noArrayIndexKey: the places stay
            <span key={i} aria-hidden className="desk-overview-cue" style={{ left: share(at) } as CSSProperties} />
          ),
      )}
      {track && <span ref={head} aria-hidden className="desk-overview-head" />}
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
