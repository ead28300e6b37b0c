import { useRef } from 'react';
import { levelOf } from '@/dj/mixer/mixer';
import { cn } from '@/lib/cn';
import { useFrame } from '../use-watched';
import { useSurface } from '../waves/surface';

/** The quietest level that meters show, in dBFS. */
const FLOOR = -60;
/** dB by which the bar falls in a frame, and the frames for which the peak stays before it falls, too. */
const FALL = 3;
const HELD = 40;

const samples = new Float32Array(1024);
/** The share of the meter up to a level, in two hundred steps. */
const shareOf = (level: number) => Math.round((level / -FLOOR + 1) * 200) / 200;

/** A level with its peak, which stays for a moment. `meter` returns nothing while it is silent. */
export function Meter({ meter, across = false }: { meter: () => AnalyserNode | null; across?: boolean }) {
  const bar = useRef<HTMLSpanElement>(null);
  const shown = useSurface(bar, { kind: 'meter', across }, (host) => [host]);
  const state = useRef({ level: FLOOR, peak: FLOOR, age: 0, drawn: { now: 0, peak: 0 } }).current;
  useFrame(() => {
    const analyser = meter();
    const heard = analyser ? Math.min(0, levelOf(analyser, samples)) : FLOOR;
    state.level = Math.max(heard, state.level - FALL, FLOOR); // falls slowly, so that it can be read
    state.age = heard >= state.peak ? 0 : state.age + 1;
    state.peak = Math.max(heard, state.age > HELD ? state.peak - FALL : state.peak, FLOOR);
    const drawn = { now: shareOf(state.level), peak: shareOf(state.peak) };
    if (drawn.now === state.drawn.now && drawn.peak === state.drawn.peak) return;
    state.drawn = drawn;
    shown.current?.show(drawn);
  });
  return <span ref={bar} aria-hidden className={cn('desk-meter', across && 'desk-meter-across')} />;
}
