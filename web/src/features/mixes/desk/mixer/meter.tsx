import { useRef } from 'react';
import { levelOf } from '@/dj/mixer/mixer';
import { cn } from '@/lib/cn';
import { useFrame } from '../use-watched';

/** The quietest level that meters show, in dBFS. */
const FLOOR = -60;
/** dB by which the bar falls in a frame, and the frames for which the peak stays before it falls, too. */
const FALL = 3;
const HELD = 40;

const samples = new Float32Array(1024);
const shareOf = (level: number) => `${(((level - FLOOR) / -FLOOR) * 100).toFixed(1)}%`;

/** A level with its peak, which stays for a moment. `meter` returns nothing while it is silent. */
export function Meter({ meter, across = false }: { meter: () => AnalyserNode | null; across?: boolean }) {
  const bar = useRef<HTMLSpanElement>(null);
  const now = useRef({ level: FLOOR, peak: FLOOR, age: 0, drawn: '' });
  useFrame(() => {
    const state = now.current;
    const analyser = meter();
    const heard = analyser ? Math.min(0, levelOf(analyser, samples)) : FLOOR;
    state.level = Math.max(heard, state.level - FALL, FLOOR); // falls slowly, so that it can be read
    state.age = heard >= state.peak ? 0 : state.age + 1;
    state.peak = Math.max(heard, state.age > HELD ? state.peak - FALL : state.peak, FLOOR);
    const drawn = `${shareOf(state.level)} ${shareOf(state.peak)}`;
    if (drawn === state.drawn || !bar.current) return;
    state.drawn = drawn;
    const [level, peak] = drawn.split(' ') as [string, string];
    bar.current.style.setProperty('--level', level);
    bar.current.style.setProperty('--peak', peak);
  });
  return <span ref={bar} aria-hidden className={cn('desk-meter', across && 'desk-meter-across')} />;
}
