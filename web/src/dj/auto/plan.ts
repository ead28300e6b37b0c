import { syncRate } from '../beat/sync';
import { type Fit, fitOf } from '../choose/match';
import { type Bars, barsOf, fullSpan, heardSpan, type Piece } from './bars';

/**
 * How one track goes over into the next: on the beat with a swap of the bass; from one downbeat to another; with an echo of the last beat;
 * by level; or without a gap, as on the album.
 */
type Kind = 'blend' | 'cut' | 'echo' | 'fade' | 'gapless';

export type Join = {
  kind: Kind;
  /** Where the first track is when the next one starts, in seconds of it. */
  out: number;
  /** Where the next one starts, in seconds of it. */
  in: number;
  /** Seconds that it takes. */
  length: number;
  /** Bars of a blend, otherwise 0. */
  bars: number;
  /** Seconds of a beat of the first track at its speed, of 120 BPM without beats. */
  beat: number;
  /** The speed of the next track; 1 is its own. */
  rate: number;
  /** Why this kind. */
  reason: 'beat' | 'clash' | 'short' | 'meter' | 'tempo' | 'noBeat' | 'album' | 'late';
  fit: Fit;
};

export type Situation = {
  /** Where the first track is, in seconds of it. */
  at: number;
  /** Its speed. */
  rate: number;
  /** By how much the next one may change its speed, as a share. */
  stretch: number;
  /** Join them as soon as it sounds good. */
  soon?: boolean;
};

const BARS = [32, 16, 8, 4] as const;
/** Seconds that a blend takes at most, and bars if the keys clash or it has to be soon. */
const LONGEST = 65;
const SHORT = 8;
/** Bars that the next track plays alone at least. */
const ALONE = 4;
/** Bars of the steps in which a late join waits for a phrase. */
const PHRASE = 4;
/** Seconds of a fade by level, and the share of a track that it takes at most. */
const FADE = 6;
const FADE_SHARE = 0.25;
/** Seconds in which two beats that do not match may run against each other. */
const CLASH = 2;
/** Beats of an echo. */
const ECHO = 4;

/** Plans how a track goes over into the next one. */
export function planJoin(from: Piece, to: Piece, situation: Situation): Join {
  const fit = fitOf({ ...from, bpm: from.bpm && from.bpm * situation.rate }, to);
  if (isNextOnAlbum(from, to) && !situation.soon) return join(fit, { kind: 'gapless', out: from.duration, reason: 'album' });
  const [ours, theirs] = [barsOf(from), barsOf(to)];
  if (!ours || !theirs) return ours ? echo(from, to, ours, situation, fit, 'noBeat') : fade(from, to, situation, fit, FADE, 'noBeat');
  const rate = syncRate(beats(ours) * situation.rate, beats(theirs), situation.stretch);
  if (rate === null) return echo(from, to, ours, situation, fit, 'tempo');
  if (ours.meter !== theirs.meter) return cut(from, to, ours, theirs, situation, fit, rate, 'meter');
  return blend(from, to, ours, theirs, situation, fit, rate) ?? cut(from, to, ours, theirs, situation, fit, rate, 'short');
}

const join = (fit: Fit, change: Partial<Join> & Pick<Join, 'kind' | 'out' | 'reason'>): Join => ({
  in: 0,
  length: 0,
  bars: 0,
  beat: 0.5,
  rate: 1,
  fit,
  ...change,
});

function isNextOnAlbum(from: Piece, to: Piece): boolean {
  const [a, b] = [from.library, to.library];
  return a?.albumId != null && a.albumId === b?.albumId && a.disc === b.disc && a.number !== null && b.number === a.number + 1;
}

/** A blend of as many bars as fit; null if there are too few. */
function blend(from: Piece, to: Piece, ours: Bars, theirs: Bars, situation: Situation, fit: Fit, rate: number): Join | null {
  const most = fit.key === 'clashes' || situation.soon ? SHORT : BARS[0];
  const beat = ours.length / ours.meter / situation.rate;
  const make = (bars: number, isLate: boolean) => {
    const length = bars * ours.meter * beat;
    const out = isLate ? lateBar(ours, situation.at, bars) : plannedBar(from, ours, bars, situation.at);
    const taken = Math.round((length * rate) / theirs.length);
    const into = Math.max(0, theirs.near(fullSpan(to).from) - Math.round(taken / 2));
    const enough = taken >= 2 && theirs.at(into + taken + ALONE) <= heardSpan(to).to;
    // The longest blend is only right where the next track has an intro for half of it.
    const isAbrupt = bars === BARS[0] && theirs.near(fullSpan(to).from) < taken / 2;
    if (out === null || length > LONGEST || !enough || isAbrupt) return null;
    const reason = fit.key === 'clashes' ? 'clash' : isLate ? 'late' : 'beat';
    return join(fit, { kind: 'blend', out: ours.at(out), in: theirs.at(into), length, bars, beat, rate, reason });
  };
  const sizes = BARS.filter((bars) => bars <= most);
  for (const isLate of situation.soon ? [true] : [false, true])
    for (const bars of sizes) {
      const found = make(isLate ? Math.min(bars, 16) : bars, isLate);
      if (found) return found;
    }
  return null;
}

/** The bar in which a blend begins so that its middle is where the last full section ends; null if that is over or too short. */
function plannedBar(from: Piece, ours: Bars, bars: number, at: number): number | null {
  let out = ours.near(fullSpan(from).to) - bars / 2;
  if (bars === BARS[0] && out + bars > ours.last) return null;
  while (out + bars > ours.last) out -= PHRASE;
  return out >= 0 && ours.at(out) > at ? out : null;
}

/** The next bar that begins a phrase; null if the rest of the track is too short. */
function lateBar(ours: Bars, at: number, bars: number): number | null {
  const next = Math.max(0, Math.ceil((at - ours.at(0)) / ours.length / PHRASE + 1e-6) * PHRASE);
  return next + bars <= ours.last ? next : null;
}

/** The downbeat at the end of the last full section, or the next one. */
function downbeat(from: Piece, ours: Bars, { at, soon }: Situation): number {
  const wanted = soon ? 0 : ours.near(fullSpan(from).to);
  const next = Math.ceil((at - ours.at(0)) / ours.length + 1e-6);
  return Math.min(ours.at(Math.max(wanted, next, 0)), Math.max(at, heardSpan(from).to));
}

const beats = ({ meter, length }: Bars) => meter / length; // a second
const firstDownbeat = (to: Piece, theirs: Bars) => theirs.at(theirs.near(fullSpan(to).from));

function cut(from: Piece, to: Piece, ours: Bars, theirs: Bars, situation: Situation, fit: Fit, rate: number, reason: Join['reason']): Join {
  const beat = ours.length / ours.meter / situation.rate;
  return join(fit, { kind: 'cut', out: downbeat(from, ours, situation), in: firstDownbeat(to, theirs), beat, rate, reason });
}

function echo(from: Piece, to: Piece, ours: Bars, situation: Situation, fit: Fit, reason: Join['reason']): Join {
  const theirs = barsOf(to);
  const beat = ours.length / ours.meter / situation.rate;
  const into = theirs ? firstDownbeat(to, theirs) : heardSpan(to).from;
  return join(fit, { kind: 'echo', out: downbeat(from, ours, situation), in: into, length: ECHO * beat, beat, reason });
}

/** A fade by level. It is short if beats would clash. */
function fade(from: Piece, to: Piece, situation: Situation, fit: Fit, seconds: number, reason: Join['reason']): Join {
  const { to: end } = heardSpan(from);
  const theirs = barsOf(to);
  const length = Math.min(theirs && from.grid ? CLASH : seconds, FADE_SHARE * from.duration, FADE_SHARE * to.duration);
  const planned = Math.min(end - length * situation.rate, fullSpan(from).to);
  const out = Math.max(situation.at, situation.soon ? 0 : planned);
  const left = Math.max(0, (end - out) / situation.rate);
  const into = theirs ? firstDownbeat(to, theirs) : heardSpan(to).from;
  return join(fit, { kind: 'fade', out, in: into, length: Math.min(length, left), reason });
}
