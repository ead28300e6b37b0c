import type { Graph } from '@/audio/graph';
import { usePrefs } from '@/lib/prefs';
import type { PlayerEngine } from '@/player/engine/engine';

const POLL = 40; // ms
const QUIET = 0.006; // RMS below which there is no speech, at full volume
const PAUSE_AFTER = 350; // ms of silence that count as a pause
const MAX_RATE = 3; // the maximum playback rate

/** Plays pauses in speech faster. Returns a function that stops it. */
export function skipSilence(engine: PlayerEngine, graph: Graph): () => void {
  let quietSince = 0;
  let samples: Float32Array<ArrayBuffer> | undefined;

  const level = (): number | null => {
    const { volume, muted, state } = engine.snapshot();
    const analyser = graph.analyser();
    if (!analyser || muted || volume < 0.02 || state !== 'playing') return null; // a muted element cannot be measured
    samples ??= new Float32Array(analyser.fftSize);
    analyser.getFloatTimeDomainData(samples);
    let sum = 0;
    for (const sample of samples) sum += sample * sample;
    return Math.sqrt(sum / samples.length) / volume;
  };
  const play = (rate: number) => {
    if (engine.snapshot().rate !== rate) engine.setRate(rate);
  };
  const check = () => {
    const now = performance.now();
    const heard = level();
    const { rate } = usePrefs.getState();
    if (heard === null || heard >= QUIET) {
      quietSince = 0;
      if (heard !== null) play(rate);
      return;
    }
    quietSince ||= now;
    if (now - quietSince >= PAUSE_AFTER) play(Math.max(rate, MAX_RATE));
  };
  const timer = setInterval(check, POLL);
  return () => {
    clearInterval(timer);
    play(usePrefs.getState().rate);
  };
}
