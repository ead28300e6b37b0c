import { beforeEach, describe, expect, it } from 'vitest';
import { bindKeys, PLAYER_COMMANDS } from './keyboard';
import { fakePlayer, songs } from './testing';

let player = fakePlayer();
let did: string[] = [];

beforeEach(() => {
  player = fakePlayer();
  did = [];
  document.body.innerHTML = `
    <input id="field"><button id="button"></button><div role="slider" tabindex="0" id="slider"></div>
    <div role="dialog"><p id="dialog"></p></div><div role="dialog"><div data-player-keys><p id="sheet"></p></div></div>`;
  return bindKeys({ engine: player.engine, toggleLike: () => did.push('like'), toggleQueue: () => did.push('queue') });
});

function press(key: string, { on = 'body', ...more }: KeyboardEventInit & { on?: string } = {}) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  (on === 'body' ? document.body : document.getElementById(on))?.dispatchEvent(event);
  return event.defaultPrevented;
}

describe('keyboard', () => {
  it('has one command per key', () => {
    const keys = PLAYER_COMMANDS.map((command) => command.keys);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('does nothing while no item is loaded', () => {
    expect(press('ArrowUp')).toBe(false);
  });

  it('runs the command of each key', () => {
    const { engine, seconds } = player;
    engine.playNow(songs('abc'), 1);
    seconds(20);
    press(' ');
    expect(engine.snapshot().isPlaying).toBe(false);
    press('ArrowRight');
    press('ArrowRight');
    press('ArrowLeft');
    expect(engine.position()).toBeCloseTo(25, 0);
    press('ArrowRight', { shiftKey: true });
    expect(engine.snapshot().current?.track.id).toBe('c');
    press('ArrowLeft', { shiftKey: true });
    expect(engine.snapshot().current?.track.id).toBe('b');
    press('ArrowDown');
    press('ArrowDown');
    press('ArrowUp');
    expect(engine.snapshot().volume).toBe(0.95);
    press('m');
    press('s');
    press('R');
    press('r');
    expect(engine.snapshot()).toMatchObject({ muted: true, queue: { shuffle: true, repeat: 'one' } });
    press('l');
    press('q');
    expect(did).toEqual(['like', 'queue']);
  });

  it('repeats only seeks and volume while a key is held', () => {
    player.engine.playNow(songs('a'));
    press('m', { repeat: true });
    press('ArrowDown', { repeat: true });
    expect(player.engine.snapshot()).toMatchObject({ muted: false, volume: 0.95 });
  });

  it.each([
    [' ', 'field'],
    ['m', 'field'],
    [' ', 'button'],
    ['ArrowLeft', 'slider'],
    ['m', 'dialog'],
  ])('leaves %j to the %s', (key, on) => {
    player.engine.playNow(songs('a'));
    const before = player.engine.snapshot();
    expect(press(key, { on })).toBe(false);
    expect(player.engine.snapshot()).toBe(before);
  });

  it('works on a focused button for keys it does not use, and in the full-screen player', () => {
    player.engine.playNow(songs('a'));
    expect(press('m', { on: 'button' })).toBe(true);
    expect(press('m', { on: 'sheet' })).toBe(true);
  });

  it('leaves browser shortcuts alone', () => {
    player.engine.playNow(songs('a'));
    expect(press('r', { ctrlKey: true })).toBe(false);
    expect(press('ArrowLeft', { altKey: true })).toBe(false);
  });
});
