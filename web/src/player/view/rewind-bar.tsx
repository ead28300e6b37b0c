import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { rewindQuery } from '@/api/stations';
import type { Rewind, Station } from '@/api/types';
import { t } from '@/i18n/radio';
import { cn } from '@/lib/cn';
import { longTime } from '@/lib/format';
import { rewound } from '@/player/engine/live';
import { useEngine, usePaint } from './use-player';
import './seek-bar.css';

const STEP = 30_000; // ms per arrow key
const PAGE = 10 * 60_000;
const LIVE = 10_000; // ms from now that count as live
const HOUR = 3_600_000;

/** The rewind window of a station as a bar: a click, a drag or a key moves to a moment; the played tracks are marked. */
export function RewindBar({ station, className }: { station: Pick<Station, 'id' | 'rewindHours' | 'now'>; className?: string }) {
  const engine = useEngine();
  const bar = useRef<HTMLDivElement>(null);
  const dragged = useRef<number | null>(null);
  const { data } = useQuery({ ...rewindQuery(station.id), staleTime: 60_000 });
  const to = useStore(rewound, (state) => (state.to?.id === station.id ? state.to : null));
  const first = () => Math.max(Date.parse(data?.from ?? ''), Date.now() - station.rewindHours * HOUR);
  const here = () => (to ? to.from + engine.position() * 1000 : Date.now());

  const shown = () => paint(bar.current, first(), dragged.current ?? here());
  usePaint(shown);
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
    shown();
  });
  useEffect(() => {
    const timer = setInterval(() => latest.current(), 1000); // live time advances even while nothing is painted
    return () => clearInterval(timer);
  }, []);

  const go = (moment: number) => rewind(engine, station.id, moment, first());
  const momentAt = ({ clientX }: PointerEvent) => {
    const box = bar.current?.getBoundingClientRect();
    if (!box || box.width === 0) return Date.now();
    return first() + Math.min(1, Math.max(0, (clientX - box.left) / box.width)) * (Date.now() - first());
  };
  const drop = (move: boolean) => {
    if (dragged.current !== null && move) go(dragged.current);
    dragged.current = null;
    bar.current?.removeAttribute('data-dragging');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const moment = keyMoment(event.key, here(), first());
    if (moment === null) return;
    event.preventDefault();
    event.stopPropagation();
    go(moment);
  };
  if (!data) return <span className={className} />;
  return (
    <div
      ref={bar}
      role="slider"
      tabIndex={0}
      data-slot="rewind-bar"
      data-size="compact"
      aria-label={t('live.rewind')}
      aria-valuemin={0}
      aria-valuemax={0}
      aria-valuenow={0}
      className={cn('seek-bar relative', className)}
      onKeyDown={onKeyDown}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.setAttribute('data-dragging', '');
        dragged.current = momentAt(event);
        shown();
      }}
      onPointerMove={(event) => {
        if (dragged.current === null) return;
        dragged.current = momentAt(event);
        shown();
      }}
      onPointerUp={() => drop(true)}
      onPointerCancel={() => drop(false)}
    >
      <Marks tracks={data.tracks} from={first()} />
    </div>
  );
}

/** Plays a station from a moment (ms since 1970); a moment close to now plays live. */
export function rewind(engine: ReturnType<typeof useEngine>, id: string, moment: number, first = 0): void {
  const from = Math.max(first, moment);
  rewound.setState({ to: from > Date.now() - LIVE ? null : { id, from } });
  engine.refresh();
  engine.resume();
}

/** The moment a key moves to, in ms since 1970; null for other keys. */
function keyMoment(key: string, here: number, first: number): number | null {
  const steps: Record<string, number> = {
    ArrowLeft: -STEP,
    ArrowDown: -STEP,
    ArrowRight: STEP,
    ArrowUp: STEP,
    PageDown: -PAGE,
    PageUp: PAGE,
  };
  if (key === 'Home') return first;
  if (key === 'End') return Date.now();
  const step = steps[key];
  return step === undefined ? null : here + step;
}

function paint(bar: HTMLElement | null, first: number, here: number): void {
  if (!bar) return;
  const now = Date.now();
  const length = Math.max(1, now - first);
  bar.style.setProperty('--played', Math.min(1, Math.max(0, (here - first) / length)).toFixed(4));
  const behind = Math.max(0, Math.round((now - here) / 1000));
  bar.setAttribute('aria-valuemax', String(Math.round(length / 1000)));
  bar.setAttribute('aria-valuenow', String(Math.round(length / 1000) - behind));
  bar.setAttribute('aria-valuetext', behind * 1000 < LIVE ? t('live.now') : t('live.behind', { time: longTime(behind) }));
}

/** Where each track started. */
function Marks({ tracks, from }: { tracks: Rewind['tracks']; from: number }) {
  const length = Math.max(1, Date.now() - from);
  const marks = tracks.map((track) => ({ track, at: (Date.parse(track.at) - from) / length })).filter(({ at }) => at > 0 && at < 1);
  return (
    <span aria-hidden className="pointer-events-none absolute inset-x-0 top-1/2 h-2 -translate-y-1/2">
      {marks.map(({ track, at }) => (
        <span key={track.at} className="absolute inset-y-0 w-px bg-fg-muted" style={{ left: `${at * 100}%` }} />
      ))}
    </span>
  );
}
