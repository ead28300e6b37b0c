import { describe, expect, it } from 'vitest';
import { unknown } from '../deck/track';
import type { Desk } from '../desk';
import { heardOn, Tracklist } from './tracklist';

const track = (title: string) => ({ id: title, title, artist: 'Ada' });
const [one, two] = [track('One'), track('Two')];

/** Hears tracks second by second: from, to, and what. */
function heard(...spans: [from: number, to: number, what: ReturnType<typeof track>][]) {
  const tracklist = new Tracklist();
  const end = Math.max(...spans.map(([, to]) => to));
  for (let at = 1; at <= end; at++)
    tracklist.hear(
      at,
      spans.filter(([from, to]) => at > from && at <= to).map(([, , what]) => what),
    );
  return tracklist.list.map(({ seconds, title }) => `${seconds} ${title}`);
}

describe('the tracklist of a recording', () => {
  it('has a track from when it became audible, once it was for ten seconds', () => {
    expect(heard([0, 30, one], [20, 40, two])).toEqual(['0 One', '20 Two']);
    expect(heard([0, 30, one], [20, 29, two])).toEqual(['0 One']);
  });
  it('adds up what a DJ fades in and out', () => expect(heard([0, 6, one], [9, 14, one])).toEqual(['0 One']));
  it('starts over when a track was only tried long before', () => expect(heard([0, 5, one], [60, 80, one])).toEqual(['60 One']));
  it('orders tracks by when they began', () => expect(heard([5, 9, two], [6, 40, one], [12, 30, two])).toEqual(['5 Two', '6 One']));
  it('has a track that lies on both decks once', () => expect(heard([0, 60, one], [20, 90, track('One')])).toEqual(['0 One']));
  it('says when it changes, and knows the track of the library', () => {
    const tracklist = new Tracklist();
    expect([5, 10, 15].map((at) => tracklist.hear(at, [one]))).toEqual([false, true, false]);
    expect(tracklist.list).toEqual([{ seconds: 0, artist: 'Ada', title: 'One', trackId: 'One' }]);
  });
});

describe('a deck', () => {
  const deck = (title: string, change = {}) => ({
    get: () => ({
      track: unknown(title),
      side: title === 'B' ? 'b' : 'a',
      isPlaying: true,
      volume: 75,
      eq: { low: 50, mid: 50, high: 50 },
      ...change,
    }),
  });
  const titles = (crossfader: number, decks: object[], change = {}) =>
    heardOn({ get: () => ({ crossfader, curve: 'power', master: 80, ...change }), decks } as unknown as Desk).map(({ title }) => title);
  it.each([
    ['plays in the middle', 50, {}, {}, ['A', 'B']],
    ['is faded out', 0, {}, {}, ['A']],
    ['is paused', 50, { isPlaying: false }, {}, ['B']],
    ['is turned down', 50, { volume: 10 }, {}, ['B']],
    ['has no band', 50, { eq: { low: 0, mid: 0, high: 0 } }, {}, ['B']],
    ['has one band', 50, { eq: { low: 0, mid: 0, high: 50 } }, {}, ['A', 'B']],
    ['is under a silent master', 50, {}, { master: 0 }, []],
  ])('that %s', (_, crossfader, change, master, expected) =>
    expect(titles(crossfader, [deck('A', change), deck('B')], master)).toEqual(expected),
  );
});
