import { beatAt } from '../beat/grid';
import { syncRate } from '../beat/sync';
import { type Form, nearestDownbeat, phraseEnd } from './phrase';

/** What the rules know about a deck. Beats are numbers of its beat grid. */
export type View = {
  /** null without a track or without a beat. */
  form: Form | null;
  /** The beat that is heard, with fractions, and the last one of the track. */
  beat: number;
  last: number;
  isPlaying: boolean;
  /** Whether its faders let it into the master. */
  isOpen: boolean;
  /** At the current speed, and at the track's own. */
  bpm: number | null;
  ownBpm: number | null;
  /** The mean level of its bass over the next bars, 0 to 1, and whether the equaliser lets it through. */
  bass: number;
  hasLow: boolean;
  /** Whether its filter is in the middle. */
  isUnfiltered: boolean;
};

export type Act = 'killBass' | 'brake' | 'echoOut' | 'highpass' | 'riser' | 'wash';
/** Something that a person might do now: from one beat to another of a deck. `bars` is how far its moment is away; `other` is the deck it makes room for. */
export type Suggestion = { act: Act; deck: number; other?: number; from: number; to: number; bars: number };

/** Bars before its moment from which a suggestion is made. */
const NOTICE = 16;
/** Bars of the end of a track in which the next one takes over. */
const ENDING = 32;
/** The change of energy between two sections that counts as a drop or a break. */
const TURN = 0.3;
/** The level from which a bass counts as one. */
const BASS = 0.25;
/** The range of the pitch fader. */
const PITCH = 0.2;
/** Bars of a sweep and beats of the others. */
const SWEEP = 8;
const BEATS = { riser: 16, wash: 8, echoOut: 4, brake: 4 } as const;

/** The label of the section that comes next, as the energy tells it, and its first beat. */
function coming({ grid, sections }: Form, beat: number): { kind: 'drop' | 'break'; at: number } | null {
  const starts = sections.map(({ start }) => nearestDownbeat(grid, beatAt(grid, start)));
  const next = starts.findIndex((start) => start > beat);
  const [now, then] = [sections[next - 1], sections[next]];
  const at = starts[next];
  if (!now || !then || at === undefined) return null;
  const rise = then.energy - now.energy;
  if (then.label === 'drop' ? now.label !== 'drop' : rise >= TURN) return { kind: 'drop', at };
  if (then.label === 'break' || (rise <= -TURN && then.label !== 'outro')) return { kind: 'break', at };
  return null;
}

/** What suits the form of the track that plays. */
function ofForm(view: View & { form: Form }, deck: number): Suggestion[] {
  const { form, beat, isUnfiltered } = view;
  const { meter } = form.grid;
  const next = coming(form, beat);
  if (!next || next.at - beat < meter || next.at - beat > NOTICE * meter) return [];
  const until = (act: Act, beats: number): Suggestion => ({ act, deck, ...before(view, next.at, beats) });
  if (next.kind === 'break') return [until('wash', BEATS.wash)];
  return [...(isUnfiltered ? [until('highpass', SWEEP * meter)] : []), until('riser', BEATS.riser)];
}

function before({ beat, form }: View, to: number, beats: number) {
  return { from: Math.max(to - beats, Math.ceil(beat)), to, bars: Math.ceil((to - beat) / (form?.grid.meter ?? 4)) };
}

/** How to leave a track that ends. */
function ofEnd(views: readonly View[], view: View & { form: Form }, deck: number): Suggestion[] {
  const found = (isOther: (one: View) => boolean) => views.findIndex((one, i) => i !== deck && isOther(one));
  const playing = found((one) => one.isPlaying);
  const at = playing >= 0 ? playing : found((one) => one.last > 0);
  const other = views[at];
  const { form, beat, last } = view;
  if (!other) return [];
  if (last - beat > ENDING * form.grid.meter) return [];
  const end = phraseEnd(form, beat);
  const to = end - beat < BEATS.echoOut ? phraseEnd(form, end) : end;
  if (to > last) return [];
  if (other.isPlaying) return other.isOpen ? [{ act: 'echoOut', deck, other: at, ...before(view, to, BEATS.echoOut) }] : [];
  const fits = !view.bpm || !other.ownBpm || syncRate(view.bpm, other.ownBpm, PITCH) !== null;
  return fits ? [] : [{ act: 'brake', deck, other: at, ...before(view, to, BEATS.brake) }];
}

/** Which bass gives way if two play: that of the track that came later. */
function ofBasses(views: readonly View[]): Suggestion[] {
  const loud = views.flatMap((view, deck) =>
    view.isPlaying && view.isOpen && view.hasLow && view.bass >= BASS ? [{ ...view, deck }] : [],
  );
  if (loud.length < 2) return [];
  const newest = loud.reduce((one, other) => (other.beat / other.last < one.beat / one.last ? other : one));
  const { grid } = newest.form ?? {};
  const from = grid ? grid.downbeat + Math.ceil((newest.beat - grid.downbeat) / grid.meter) * grid.meter : newest.beat;
  return [{ act: 'killBass', deck: newest.deck, from, to: Number.POSITIVE_INFINITY, bars: 1 }];
}

/** What the rules suggest now, the most urgent first. */
export function suggest(views: readonly View[]): Suggestion[] {
  const found = views.flatMap((view, deck) => {
    const { form } = view;
    if (!form || !view.isPlaying || !view.isOpen) return [];
    const known = { ...view, form };
    return [...ofForm(known, deck), ...ofEnd(views, known, deck)];
  });
  return [...ofBasses(views), ...found.sort((one, other) => one.bars - other.bars)];
}
