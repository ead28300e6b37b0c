import { expect, it } from 'vitest';
import { edited, lengthOf, type Plan, plain, planOf, without } from './plan';

const plan: Plan = {
  title: 'Rainy Rooftop',
  style: 'lo-fi',
  bpm: 120,
  beats: 4,
  key: { tonic: 2, mode: 'minor' },
  sections: [
    { name: 'verse', letter: 'A', bars: 8, roles: ['drums', 'bass'] },
    { name: 'chorus', letter: 'B', bars: 4, roles: ['drums'] },
  ],
  instruments: { drums: 'lofi-kit', bass: 'sub-bass' },
};

it('lasts as long as its bars', () => expect(lengthOf(plan)).toBe(24));

it('leaves out a role everywhere, and leaves nobody alone with silence', () => {
  const { instruments, sections } = without(plan, 'drums');
  expect([instruments, sections.map(({ roles }) => roles)]).toEqual([{ bass: 'sub-bass' }, [['bass'], ['bass']]]);
});

it('goes back to the server as it came', () => expect(plain(edited(plan))).toEqual(plan));

it('is missing for music of another provider', () => expect(planOf({ plan: null })).toBeNull());
