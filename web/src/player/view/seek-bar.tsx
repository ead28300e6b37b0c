import { type KeyboardEvent, type PointerEvent, Suspense, useRef } from 'react';
import { t } from '@/i18n/t';
import { cn } from '@/lib/cn';
import { time } from '@/lib/format';
import { lazily } from '@/lib/until-loaded';
import { useEngine, usePaint } from './use-player';
import './seek-bar.css';

const STEP = 5; // seconds per arrow key
const PAGE = 0.1; // of the duration per page key

const SeekWave = lazily(() => import('./seek-wave').then((m) => m.SeekWave));

type SeekBarProps = {
  /** compact: in a bar. tall: the large waveform of the full-screen player. */
  size?: 'compact' | 'tall';
  className?: string;
};

/** Shows the position and changes it by click, drag or keys. A drag seeks when it ends. If the song's peaks are known, it shows the waveform. */
export function SeekBar({ size = 'compact', className }: SeekBarProps) {
  const engine = useEngine();
  const bar = useRef<HTMLDivElement>(null);
  const dragged = useRef<number | null>(null);

  usePaint((position, duration) => paint(bar.current, dragged.current ?? position, duration));

  const secondsAt = ({ clientX }: PointerEvent<HTMLDivElement>) => {
    const box = bar.current?.getBoundingClientRect();
    if (!box || box.width === 0) return 0;
    return Math.min(1, Math.max(0, (clientX - box.left) / box.width)) * engine.snapshot().duration;
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    dragged.current = secondsAt(event);
    paint(bar.current, dragged.current, engine.snapshot().duration);
  };
  const drop = (seek: boolean) => {
    if (dragged.current !== null && seek) engine.seek(dragged.current);
    dragged.current = null;
    bar.current?.removeAttribute('data-dragging');
  };
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const target = keyTarget(event.key, engine.position(), engine.snapshot().duration);
    if (target === null) return;
    event.preventDefault();
    engine.seek(target);
  };

  return (
    <div
      ref={bar}
      role="slider"
      tabIndex={0}
      data-slot="seek-bar"
      data-size={size}
      aria-label={t('player.seek')}
      aria-valuemin={0}
      aria-valuemax={0}
      aria-valuenow={0}
      className={cn('seek-bar', className)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.setAttribute('data-dragging', '');
        drag(event);
      }}
      onPointerMove={(event) => dragged.current !== null && drag(event)}
      onPointerUp={() => drop(true)}
      onPointerCancel={() => drop(false)}
    >
      <Suspense>
        <SeekWave bar={bar} />
      </Suspense>
    </div>
  );
}

/** The second a key moves to; null for other keys. */
export function keyTarget(key: string, position: number, duration: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return position - STEP;
    case 'ArrowRight':
    case 'ArrowUp':
      return position + STEP;
    case 'PageDown':
      return position - duration * PAGE;
    case 'PageUp':
      return position + duration * PAGE;
    case 'Home':
      return 0;
    case 'End':
      return duration;
    default:
      return null;
  }
}

function paint(bar: HTMLElement | null, position: number, duration: number): void {
  if (!bar) return;
  bar.style.setProperty('--played', duration > 0 ? Math.min(1, position / duration).toFixed(4) : '0');
  const [now, max] = [String(Math.floor(position)), String(Math.floor(duration))];
  if (bar.getAttribute('aria-valuenow') === now && bar.getAttribute('aria-valuemax') === max) return;
  bar.setAttribute('aria-valuenow', now);
  bar.setAttribute('aria-valuemax', max);
  bar.setAttribute('aria-valuetext', positionText(position, duration));
}

/** “1 minute 32 of 3:47”, “20 seconds of 0:40” */
export function positionText(position: number, duration: number): string {
  const seconds = Math.floor(position);
  if (seconds < 60) return t('player.seekSeconds', { seconds, total: time(duration) });
  return t('player.seekText', { minutes: Math.floor(seconds / 60), seconds: seconds % 60, total: time(duration) });
}
