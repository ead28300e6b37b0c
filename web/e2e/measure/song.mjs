// Synthesises house tracks with the structure of real ones, so that the desk has beats, bars, sections and a key to show.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const RATE = 44_100;
/** What plays in each 16 bars: kick, hat, clap, bass, chords. */
const PLAN = ['k', 'kh', 'khb', 'khcbp', 'hp', 'p', 'khcbp', 'khcbp', 'khb', 'k'];

/** Writes an MP3 with tags. `root` is the frequency of the bass in Hz; the chords are minor. */
export function writeSong(path, { title, artist, bpm, root, seed }) {
  const beat = 60 / bpm;
  const sound = new Float32Array(Math.ceil((PLAN.length * 64 * beat + 1) * RATE));
  PLAN.forEach((parts, part) => {
    for (let i = 0; i < 64; i++) {
      const at = (part * 64 + i) * beat;
      const last = part < PLAN.length - 1 && i >= 60;
      if (parts.includes('k') && !(last && i === 63)) kick(sound, at);
      if (parts.includes('h')) noise(sound, at + beat / 2, 0.05, 0.22, seed);
      if (parts.includes('c') && i % 2 === 1) noise(sound, at, 0.12, 0.3, seed + 1);
      if (parts.includes('b')) tone(sound, at + beat / 2, beat * 0.45, root * [1, 1, 1.189, 0.891][Math.floor(i / 16)], 0.3, 3);
      if (parts.includes('p') && i % 4 === 0)
        for (const step of [0, 3, 7]) tone(sound, at, beat * 3.4, root * 4 * 2 ** (step / 12), 0.09, 2);
    }
  });
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.raw`, Buffer.from(sound.buffer));
  const input = ['-f', 'f32le', '-ar', String(RATE), '-ac', '1', '-i', `${path}.raw`];
  const tags = Object.entries({ title, artist, album: 'Measured', genre: 'House' }).flatMap(([k, v]) => ['-metadata', `${k}=${v}`]);
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, ...tags, '-ac', '2', '-b:a', '192k', path]);
  rmSync(`${path}.raw`);
}

/** Adds a sound of some seconds to the samples, one value per sample from its time in seconds. */
function add(sound, at, seconds, value) {
  const first = Math.round(at * RATE);
  const n = Math.min(Math.round(seconds * RATE), sound.length - first);
  for (let i = 0; i < n; i++) sound[first + i] += value(i / RATE, i);
}

const kick = (sound, at) =>
  add(sound, at, 0.28, (t) => 0.75 * Math.exp(-t * 14) * Math.sin(2 * Math.PI * (48 * t + 3.2 * (1 - Math.exp(-t * 40)))));

function noise(sound, at, seconds, level, seed) {
  let state = seed * 7919 + 1;
  let before = 0;
  add(sound, at, seconds, (t) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    const white = state / 1073741824 - 1;
    const bright = white - before;
    before = white;
    return level * bright * Math.exp(-t * (5 / seconds));
  });
}

const tone = (sound, at, seconds, hertz, level, harmonics) =>
  add(sound, at, seconds, (t) => {
    let value = 0;
    for (let n = 1; n <= harmonics; n++) value += Math.sin(2 * Math.PI * hertz * n * t) / n;
    return level * value * Math.min(1, t * 200) * Math.min(1, (seconds - t) * 60);
  });
