import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Peaks, Sound } from '@/api/analysis';
import { t } from '@/i18n/analysis';
import { time } from '@/lib/format';
import { useCurrent, usePaint } from '@/player/view/use-player';
import { paintWaveform } from './waveform-paint';

type WaveformViewProps = {
  trackId: string;
  title: string;
  duration: number;
  peaks: Peaks;
  sound: Sound;
  zoom: number;
  /** Plays from a position, in seconds. */
  onSeek: (seconds: number) => void;
};

const STEP = 5; // seconds per arrow key
const PAGE = 30; // seconds per page key

/** Scrolls a page when the playing position leaves the view. */
function follow(element: HTMLElement | null, at: number) {
  if (!element || (at >= element.scrollLeft && at <= element.scrollLeft + element.clientWidth)) return;
  element.scrollLeft = at - element.clientWidth / 8;
}

/** The second a key moves to; null for other keys. */
function keyTarget(key: string, position: number, duration: number): number | null {
  const targets: Record<string, number> = {
    ArrowLeft: position - STEP,
    ArrowRight: position + STEP,
    PageUp: position + PAGE,
    PageDown: position - PAGE,
    Home: 0,
    End: duration - STEP,
    Enter: position,
  };
  return targets[key] ?? null;
}

/** The waveform of a song: three bands, its sections, beats and cues. A click plays from there, keys seek during playback. */
export function WaveformView({ trackId, title, duration, peaks, sound, zoom, onSeek }: WaveformViewProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const needle = useRef<HTMLDivElement>(null);
  const [{ width, left }, setWindow] = useState({ width: 0, left: 0 });
  const playing = useCurrent()?.track.id === trackId;
  const whole = width * zoom;

  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => setWindow({ width: element.clientWidth, left: element.scrollLeft });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);

  useEffect(() => {
    if (!canvas.current || width === 0) return;
    const view = { from: (left / whole) * duration, to: ((left + width) / whole) * duration };
    paintWaveform(canvas.current, peaks, sound, view, width);
  }, [peaks, sound, duration, width, left, whole]);

  const position = useRef(0);

  // Zooming keeps the playing position in view, or else the middle.
  const middle = useRef(0);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (element)
      element.scrollLeft = (playing ? position.current / duration : middle.current) * element.clientWidth * zoom - element.clientWidth / 2;
  }, [zoom, playing, duration]);
  useEffect(() => {
    if (whole > 0) middle.current = (left + width / 2) / whole;
  }, [left, width, whole]);
  usePaint((seconds) => {
    position.current = playing ? seconds : 0;
    if (!needle.current) return;
    needle.current.style.opacity = playing ? '1' : '0';
    const at = duration > 0 ? (seconds / duration) * whole : 0;
    needle.current.style.translate = `${at}px 0`;
    if (playing && zoom > 1) follow(scroller.current, at);
    scroller.current?.setAttribute('aria-valuenow', String(Math.floor(position.current)));
    scroller.current?.setAttribute('aria-valuetext', time(position.current));
  });

  const click = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    onSeek(((event.clientX - box.left + event.currentTarget.scrollLeft) / whole) * duration);
  };
  return (
    <div
      ref={scroller}
      role="slider"
      tabIndex={0}
      data-slot="waveform"
      aria-label={t('sound.waveform', { title })}
      aria-valuemin={0}
      aria-valuemax={Math.floor(duration)}
      aria-valuenow={0}
      className="relative overflow-x-auto overflow-y-hidden rounded-lg border border-line bg-sunken"
      onClick={click as never}
      onKeyDown={(event) => {
        const target = keyTarget(event.key, position.current, duration);
        if (target === null) return;
        event.preventDefault();
        event.stopPropagation();
        // Moving inside a song does not start it; that would replace the current playback.
        if (playing || event.key === 'Enter') onSeek(Math.min(duration, Math.max(0, target)));
      }}
    >
      <div style={{ width: whole || '100%' }} className="relative h-44">
        <canvas ref={canvas} aria-hidden className="sticky left-0 block h-44" style={{ width }} />
        <div ref={needle} aria-hidden className="absolute inset-y-0 left-0 w-0.5 bg-fg opacity-0" />
      </div>
    </div>
  );
}
