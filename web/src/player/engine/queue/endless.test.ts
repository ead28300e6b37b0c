import { expect, it } from 'vitest';
import { fakePlayer, songs } from '@/player/engine/testing';
import { aTrack } from '@/testing/pages';
import { keepPlaying } from './endless';

/** A server that always returns two more songs and records the requests. */
function server() {
  const asked: { seeds: string[]; played: string[] }[] = [];
  let n = 0;
  return {
    asked,
    more: async (ask: { seeds: string[]; played: string[] }) => {
      asked.push(ask);
      return [aTrack(`more${++n}`), aTrack(`more${++n}`)];
    },
  };
}

const settle = () => new Promise((resolve) => setTimeout(resolve));

it('requests songs once while the last song plays, and appends them', async () => {
  const { engine } = fakePlayer();
  const { asked, more } = server();
  keepPlaying(engine, more);
  engine.playNow(songs('ab'));
  await settle();
  expect(asked).toEqual([]);
  engine.next();
  await settle();
  engine.setVolume(0.5);
  await settle();
  expect(asked).toEqual([{ seeds: ['a', 'b'], played: ['a', 'b'], limit: 10 }]);
  expect(engine.snapshot().queue.user.map((item) => item.track.id)).toEqual(['more1', 'more2']);
});

it('leaves a repeated queue alone', async () => {
  const { engine } = fakePlayer();
  const { asked, more } = server();
  keepPlaying(engine, more);
  engine.setRepeat('one');
  engine.playNow(songs('a'));
  await settle();
  expect(asked).toEqual([]);
});

it('ignores a response that arrives after something else was selected', async () => {
  const { engine } = fakePlayer();
  let answer = (_: ReturnType<typeof aTrack>[]) => {};
  keepPlaying(engine, () => new Promise((resolve) => (answer = resolve)));
  engine.playNow(songs('a'));
  await settle();
  const first = answer;
  engine.playNow(songs('bc'));
  first([aTrack('late')]);
  await settle();
  expect(engine.snapshot().queue.user).toEqual([]);
});

it('lets the music end if the server does not respond', async () => {
  const { engine } = fakePlayer();
  keepPlaying(engine, () => Promise.reject(new Error('down')));
  engine.playNow(songs('a'));
  await settle();
  expect(engine.snapshot().queue.user).toEqual([]);
});
