import type { Graph } from '@/audio/graph';
import { usePrefs } from '@/lib/prefs';
import type { PlayerEngine } from '@/player/engine/engine';

const LOOK = 40; // ms
const QUIET = 0.006; // RMS below which nobody speaks, at full volume
const AFTER = 350; // ms of quiet that is a pause
const FASTER = 3; // the most an element plays

/** Plays pauses in speech faster. Answers how to stop. */
export function skipSilence(engine: PlayerEngine, graph: Graph): () => void {
  let quietSince = 0;
  let samples: Float32Array<ArrayBuffer> | undefined;

  const level = (): number | null => {
    const { volume, muted, state } = engine.snapshot();
    const analyser = graph.analyser();
    if (!analyser || muted || volume < 0.02 || state !== 'playing') return null; // what is not heard cannot be measured
    samples ??= new Float32Array(analyser.fftSize);
    analyser.getFloatTimeDomainData(samples);
    let sum = 0;
    for (const sample of samples) sum += sample * sample;
    return Math.sqrt(sum / samples.length) / volume;
  };
  const play = (rate: number) => {
    if (engine.snapshot().rate !== rate) engine.setRate(rate);
  };
  const look = () => {
    const now = performance.now();
    const heard = level();
    const { rate } = usePrefs.getState();
    if (heard === null || heard >= QUIET) {
      quietSince = 0;
      if (heard !== null) play(rate);
      return;
    }
    quietSince ||= now;
    if (now - quietSince >= AFTER) play(Math.max(rate, FASTER));
  };
  const timer = setInterval(look, LOOK);
  return () => {
    clearInterval(timer);
    play(usePrefs.getState().rate);
  };
}
