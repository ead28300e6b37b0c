import { useEffect, useRef, useState } from 'react';
import {
  evenGrid,
  MAX_BPM,
  MIN_BPM,
  type Scope,
  scaledTempo,
  shifted,
  shiftedByBeats,
  split,
  tapped,
  WHOLE,
  withBeatAt,
  withDownbeat,
  withMeter,
  withTempo,
} from '@/dj/beat/edit';
import { bpmAt, type Grid } from '@/dj/beat/grid';
import type { Deck } from '@/dj/deck/deck';

type Step = { grid: Grid | null; scope: Scope };
type Wrong = 'tempo' | 'taps' | null;

/** Seconds without a tap after which the next one is the first. */
const FORGET = 3;
/** The last taps, which decide. */
const TAPS = 32;

/** Edits the beat grid of the track on a deck: everything is seen and heard at once, and nothing is kept yet. */
export function useGridEdit(deck: Deck) {
  const [steps, setSteps] = useState<readonly Step[]>(() => [{ grid: deck.get().track?.grid ?? null, scope: WHOLE }]);
  const [wrong, setWrong] = useState<Wrong>(null);
  const taps = useRef<number[]>([]);
  const [count, setCount] = useState(0);
  const { grid, scope } = steps.at(-1) as Step;
  const length = deck.get().track?.duration ?? 0;
  const place = () => deck.heard;

  useEffect(() => deck.marks.preview(grid), [deck, grid]);
  // What was not saved ends with the panel.
  useEffect(() => () => deck.marks.preview(deck.get().ownGrid ?? deck.marks.measured), [deck]);

  const take = (next: Grid | null, nextScope = scope) => {
    setWrong(next ? null : 'tempo');
    if (next) setSteps([...steps.slice(-50), { grid: next, scope: nextScope }]);
  };
  const edit = (change: (grid: Grid) => Grid | null) => grid && take(change(grid));
  const setTempo = (bpm: number) => {
    if (grid) return take(withTempo(grid, bpm, place(), scope, length));
    take(bpm >= MIN_BPM && bpm <= MAX_BPM ? evenGrid(bpm, place(), 4, length) : null);
  };

  return {
    grid,
    scope,
    wrong,
    taps: count,
    bpm: grid && (grid.runs[scope]?.bpm ?? bpmAt(grid, place())),
    isChanged: steps.length > 1,
    shift: (ms: number) => edit((one) => shifted(one, ms / 1000, scope, length)),
    shiftBeats: (beats: number) => edit((one) => shiftedByBeats(one, beats, place(), scope, length)),
    scale: (factor: 2 | 0.5) => edit((one) => scaledTempo(one, factor, scope, length)),
    beatHere: () => edit((one) => withBeatAt(one, place(), scope, length)),
    downbeatHere: () => edit((one) => withDownbeat(one, place())),
    setMeter: (meter: number) => edit((one) => withMeter(one, meter, place())),
    setTempo,
    /** Edits change only what follows the place, or the whole grid again. */
    fromHere(on: boolean) {
      if (!grid) return;
      const parted = on ? split(grid, place()) : { grid, scope: WHOLE };
      take(parted.grid, parted.scope);
    },
    tap() {
      const at = place();
      const last = taps.current.at(-1);
      if (last === undefined || at - last > FORGET || at <= last) taps.current = [];
      taps.current = [...taps.current.slice(1 - TAPS), at];
      setCount(taps.current.length);
      const found = tapped(taps.current);
      setWrong(taps.current.length >= 6 && !found ? 'taps' : null);
      if (!found) return;
      const period = 60 / found.bpm;
      const beat = found.beat + Math.round((at - found.beat) / period) * period; // the one of the last tap
      const paced = grid ? withTempo(grid, found.bpm, at, scope, length) : evenGrid(found.bpm, beat, 4, length);
      take(paced && withBeatAt(paced, beat, scope, length));
    },
    undo: () => setSteps(steps.length > 1 ? steps.slice(0, -1) : steps),
    /** Back to the grid of the analysis. */
    reset: () => setSteps([...steps, { grid: deck.marks.measured, scope: WHOLE }]),
    /** Nothing is left to undo: it is saved. */
    saved: (kept: Grid | null) => setSteps([{ grid: kept, scope: WHOLE }]),
  };
}
