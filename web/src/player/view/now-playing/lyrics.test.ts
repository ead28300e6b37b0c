import { expect, it } from 'vitest';
import { lineAt, parseLrc } from './lyrics';

it('reads timestamps of any precision, several per line, in order', () => {
  const text = '[ar:Somebody]\n[00:12.50]One\n[00:05]First\r\n[01:02.345][00:20:5]Chorus\nno stamp\n[00:30.00]';
  expect(parseLrc(text)).toEqual([
    { at: 5, text: 'First' },
    { at: 12.5, text: 'One' },
    { at: 20.5, text: 'Chorus' },
    { at: 30, text: '' },
    { at: 62.345, text: 'Chorus' },
  ]);
});

it('applies the offset, and drops timestamps of words', () => {
  expect(parseLrc('[offset:+500]\n[00:10.00]<00:10.00>Two <00:10.40>words')).toEqual([{ at: 9.5, text: 'Two words' }]);
});

it('finds the current line', () => {
  const lines = parseLrc('[00:05]a\n[00:10]b\n[00:15]c');
  expect([0, 5, 9.99, 10, 400].map((position) => lineAt(lines, position))).toEqual([-1, 0, 0, 1, 2]);
  expect(lineAt([], 3)).toBe(-1);
});
