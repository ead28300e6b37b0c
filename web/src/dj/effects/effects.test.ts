import { describe, expect, it } from 'vitest';
import { along, progress, retimed } from './effect';
import { KINDS } from './kinds';
import { type Form, phraseEnd, untilPhraseEnd } from './phrase';

const section = (start: number, end: number) => ({ start, end, energy: 0.5, label: 'drop' as const });
/** 120 BPM: a bar of two seconds, whose first begins at beat 1. */
const form = (...sections: ReturnType<typeof section>[]): Form => ({
  grid: { runs: [{ first: 0, start: 0, bpm: 120 }], downbeat: 1, meter: 4 },
  sections,
});

describe('phrases', () => {
  it('have eight bars from the first downbeat on', () => {
    expect([0, 1, 32.9, 33].map((beat) => phraseEnd(form(), beat))).toEqual([1, 33, 33, 65]);
  });
  it('begin anew with every section, on its closest downbeat', () => {
    const parts = form(section(0.4, 20.3), section(20.3, 60)); // beats 0.8 and 40.6
    expect([2, 33, 40.5, 41].map((beat) => phraseEnd(parts, beat))).toEqual([33, 41, 41, 73]);
  });
  it('have three beats to the bar in a waltz', () => {
    const waltz = { ...form(), grid: { ...form().grid, meter: 3 } };
    expect(phraseEnd(waltz, 2)).toBe(25);
  });
  it('end together with what runs until their end; what comes too late takes the next one', () => {
    expect(untilPhraseEnd(form(), 3, 16)).toEqual({ from: 17, to: 33 });
    expect(untilPhraseEnd(form(), 20.5, 16)).toEqual({ from: 21, to: 33 }); // shorter
    expect(untilPhraseEnd(form(), 30.5, 16)).toEqual({ from: 49, to: 65 });
  });
});

describe('a run', () => {
  it('is as far as before when its end moves', () => {
    const span = { from: 10, to: 20 };
    const later = retimed(span, 22, 15);
    expect(progress(later, 15)).toBeCloseTo(0.5, 9);
    expect(later.to).toBe(22);
  });
  it('that has not begun keeps its length, and one that is over stays', () => {
    expect(retimed({ from: 10, to: 20 }, 21, 9)).toEqual({ from: 11, to: 21 });
    expect(retimed({ from: 10, to: 20 }, 30, 25)).toEqual({ from: 10, to: 20 });
  });
  it('goes along its values', () => expect([0, 0.25, 0.75, 1].map((share) => along([0, 1, 3], share))).toEqual([0, 0.5, 2, 3]));
});

it('lets every effect begin with a length that can be chosen', () => {
  for (const { beats, rest } of Object.values(KINDS)) expect(beats.length === 0 || beats.includes(rest)).toBe(true);
});
