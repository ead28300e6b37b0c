import type { Track } from '@/api/types';
import { plain } from '@/lib/plain';
import { keyCost, matchCost, tempoCost } from './match';

/** What a prompt asks for. */
export type Prompt = { bpm: number; camelot: string; words: string[] };

const DEFAULT = { bpm: 128, camelot: '8A' };

/** Notes in fifths, beginning with the major key 1B of Camelot's wheel. */
const MAJOR = ['B', 'F#', 'Db', 'Ab', 'Eb', 'Bb', 'F', 'C', 'G', 'D', 'A', 'E'];
const MINOR = ['Ab', 'Eb', 'Bb', 'F', 'C', 'G', 'D', 'A', 'E', 'B', 'F#', 'Db'];
const SAME: Record<string, string> = { Gb: 'F#', 'C#': 'Db', 'D#': 'Eb', 'G#': 'Ab', 'A#': 'Bb' };

/** Reads tempo, key and words from a prompt: “two house tracks around 122 bpm in F# minor”. */
export function parsePrompt(prompt: string): Prompt {
  const bpm = Number(/(\d{2,3}(?:\.\d)?)\s*bpm/i.exec(prompt)?.[1] ?? DEFAULT.bpm);
  const words = plain(prompt)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 2);
  return { bpm, camelot: camelotIn(prompt) ?? DEFAULT.camelot, words };
}

/** The notes by their Spanish names. */
const SUNG: Record<string, string> = { do: 'C', re: 'D', mi: 'E', fa: 'F', sol: 'G', la: 'A', si: 'B' };
const SIGNS: Record<string, string> = { '♯': '#', '♭': 'b', sostenido: '#', bemol: 'b' };

function camelotIn(prompt: string): string | null {
  const wheel = /\b(1[0-2]|[1-9])([ABab])\b/.exec(prompt);
  if (wheel) return `${wheel[1]}${wheel[2]?.toUpperCase()}`;
  const named =
    /\b([A-G])([#b♯♭]?)\s?(m\b|min(?:or)?\b|menor\b|maj(?:or)?\b|mayor\b)/.exec(prompt) ??
    /\b(do|re|mi|fa|sol|la|si)\s?(sostenido|bemol|#)?\s?(menor|mayor)\b/.exec(prompt.toLowerCase());
  if (!named) return null;
  const [, note = '', sign = '', mode = ''] = named;
  const written = (SUNG[note] ?? note) + (SIGNS[sign] ?? sign);
  const isMinor = /^m(in|enor|$)/.test(mode);
  const at = (isMinor ? MINOR : MAJOR).indexOf(SAME[written] ?? written);
  return at < 0 ? null : `${at + 1}${isMinor ? 'A' : 'B'}`;
}

export type Candidate = Pick<Track, 'id' | 'title' | 'artist' | 'genre' | 'bpm' | 'camelot' | 'energy' | 'duration'>;

/** The minimum length of a track to mix, in seconds: enough for a transition. */
const SHORTEST = 30;
/** How many of the best tracks are compared with each other. */
const BEST = 60;

/** The two tracks that fit a prompt and each other best; null if fewer than two have a tempo. */
export function pairFor<T extends Candidate>(prompt: Prompt, tracks: readonly T[]): [T, T] | null {
  const cost = (track: T) =>
    3 * tempoCost(track.bpm, prompt.bpm) + keyCost(track.camelot, prompt.camelot) + 4 * (1 - likeness(track, prompt.words));
  const best = tracks
    .filter(({ bpm, duration }) => bpm && duration >= SHORTEST)
    .map((track) => ({ track, cost: cost(track) }))
    .sort((a, b) => a.cost - b.cost)
    .slice(0, BEST);
  let found: { pair: [T, T]; cost: number } | null = null;
  for (const [i, a] of best.entries())
    for (const b of best.slice(i + 1)) {
      const sum = a.cost + b.cost + 2 * matchCost(a.track, b.track) + (a.track.artist === b.track.artist ? 0.5 : 0);
      if (!found || sum < found.cost) found = { pair: [a.track, b.track], cost: sum };
    }
  return found?.pair ?? null;
}

/** Whether a track's genre, title or artist has a word of the prompt. */
function likeness({ genre, title, artist }: Candidate, words: readonly string[]): number {
  const of = (text: string, worth: number) =>
    words.some((word) =>
      plain(text)
        .split(/[^\p{L}\p{N}]+/u)
        .includes(word),
    )
      ? worth
      : 0;
  return Math.max(of(genre, 1), of(artist, 0.6), of(title, 0.4));
}
