import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import { peaksQuery } from '@/api/analysis';
import { apiQuery } from '@/api/query-client';
import { barsIn, barsOf, paintBars } from '@/audio/peaks';
import { time } from '@/lib/format';
import { useShownTheme } from '@/lib/prefs';
import { useCurrentTrackId } from './use-current-detail';
import { useEngine } from './use-player';

/** The additions to the seek bar: the waveform of the song if its peaks are known, and the time under the pointer. */
export function SeekWave({ bar }: { bar: RefObject<HTMLDivElement | null> }) {
  const id = useCurrentTrackId();
  const detail = useQuery({ ...apiQuery(['/api/tracks', id]), enabled: id !== undefined }).data;
  // Peaks come from the analysis, and only an analysed song has a loudness.
  const { data: peaks } = useQuery({ ...peaksQuery(id ?? ''), enabled: detail?.loudness != null });
  const theme = useShownTheme();
  const rest = useRef<HTMLCanvasElement>(null);
  const played = useRef<HTMLCanvasElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another theme has other colours
  useEffect(() => {
    const element = bar.current;
    if (!element || !peaks) return;
    element.setAttribute('data-peaks', '');
    const draw = () => {
      if (!rest.current || !played.current) return;
      const { clientWidth: width, clientHeight: height } = rest.current;
      const bars = barsOf(peaks, barsIn(width));
      paintBars(rest.current, bars, coloursOf(rest.current), width, height);
      paintBars(played.current, bars, coloursOf(played.current), width, height);
    };
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    draw();
    return () => {
      observer.disconnect();
      element.removeAttribute('data-peaks');
    };
  }, [bar, peaks, theme]);

  return (
    <>
      {peaks && (
        <>
          <canvas ref={rest} aria-hidden className="seek-wave" />
          <canvas ref={played} aria-hidden className="seek-wave seek-wave-played" />
        </>
      )}
      <HoverTime bar={bar} />
    </>
  );
}

const coloursOf = (canvas: HTMLElement) => {
  const style = getComputedStyle(canvas);
  const colour = (band: string) => style.getPropertyValue(`--wave-${band}`).trim();
  return { low: colour('low'), mid: colour('mid'), high: colour('high') };
};

/** The time under the pointer, written without React. */
function HoverTime({ bar }: { bar: RefObject<HTMLDivElement | null> }) {
  const engine = useEngine();
  const bubble = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const move = ({ clientX, pointerType }: PointerEvent) => {
      const { duration } = engine.snapshot();
      const box = element.getBoundingClientRect();
      if (!bubble.current || duration <= 0 || box.width === 0) return;
      const share = Math.min(1, Math.max(0, (clientX - box.left) / box.width));
      // A finger hides what is under it, so touch shows the time only while dragging.
      const shown = pointerType === 'mouse' || element.hasAttribute('data-dragging');
      bubble.current.toggleAttribute('data-shown', shown);
      bubble.current.textContent = time(share * duration);
      bubble.current.style.left = `${share * 100}%`;
    };
    const leave = () => bubble.current?.removeAttribute('data-shown');
    const stop = new AbortController();
    const options = { signal: stop.signal };
    element.addEventListener('pointermove', move, options);
    for (const type of ['pointerleave', 'pointerup', 'pointercancel']) element.addEventListener(type, leave, options);
    return () => stop.abort();
  }, [bar, engine]);
  return <span ref={bubble} aria-hidden data-slot="hover-time" className="seek-time tnum" />;
}
