import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { FakeClock } from '@/audio/fakes';
import type { Deck } from '@/dj/deck/deck';
import { unknown } from '@/dj/deck/track';
import type { Desk } from '@/dj/desk';
import { silentDesk } from '@/dj/fakes';
import { useDeskKeys, useWholeKey } from './desk-keys';

function setUp() {
  const deck = { get: () => ({ track: {}, loopSize: 4 }), mainCue: { press: vi.fn(), release: vi.fn() } };
  const nudge = vi.fn((_deck: unknown, _direction: number) => {});
  const { unmount } = renderHook(() => useDeskKeys({ decks: [deck, deck], nudge } as unknown as Desk));
  const key = (type: 'keydown' | 'keyup', code: string, init = {}) => window.dispatchEvent(new KeyboardEvent(type, { code, ...init }));
  return { deck, nudged: () => nudge.mock.calls.map(([, direction]) => direction), key, unmount };
}

test('a key that goes up ends what it began, whatever else is pressed then', () => {
  const { deck, nudged, key, unmount } = setUp();
  key('keydown', 'KeyX');
  key('keyup', 'KeyX', { ctrlKey: true });
  expect(nudged()).toEqual([-1, 0]);
  key('keydown', 'KeyA');
  key('keyup', 'KeyA');
  expect([deck.mainCue.press.mock.calls.length, deck.mainCue.release.mock.calls.length]).toEqual([1, 1]);
  unmount();
});

test('Shift with a key holds a control, which the arrows turn while it is down', () => {
  const desk = silentDesk(new FakeClock());
  const { unmount } = renderHook(() => useDeskKeys(desk));
  const key = (type: 'keydown' | 'keyup', code: string, init: KeyboardEventInit = {}) =>
    window.dispatchEvent(new KeyboardEvent(type, { code, cancelable: true, ...init }));
  const arrow = (name: string) => key('keydown', name, { key: name });
  expect(arrow('ArrowUp')).toBe(true); // it scrolls the page
  const turned = (code: string) => {
    key('keydown', code, { shiftKey: true });
    arrow('ArrowUp');
    arrow('ArrowUp');
    expect(arrow('ArrowDown')).toBe(false);
    key('keyup', code);
    expect(arrow('ArrowUp')).toBe(true);
  };
  for (const code of ['KeyB', 'KeyP', 'KeyL', 'KeyM', 'KeyH', 'KeyU', 'KeyY']) turned(code);
  expect(desk.decks[1]?.get()).toMatchObject({ volume: 77, eq: { high: 52, mid: 52, low: 52 }, filter: 52, gain: 1, pitch: 0.1 });
  desk.decks[0]?.setVolume(99);
  turned('KeyC');
  expect(desk.decks[0]?.get().volume).toBe(98); // 100 is the most
  unmount();
});

test('Shift with a key silences bands, and turns on headphones and slip, also without a track', () => {
  const desk = silentDesk(new FakeClock());
  const { unmount } = renderHook(() => useDeskKeys(desk));
  const press = (code: string) => window.dispatchEvent(new KeyboardEvent('keydown', { code, shiftKey: true }));
  const deck = desk.decks[0] as Deck;
  deck.setBand('low', 64);
  for (const code of ['KeyW', 'KeyS', 'KeyX', 'KeyD', 'KeyT']) press(code);
  expect(deck.get()).toMatchObject({ eq: { high: 0, mid: 0, low: 0 }, headphones: true, slip: true });
  for (const code of ['KeyW', 'KeyS', 'KeyX', 'KeyD', 'KeyT']) press(code);
  expect(deck.get()).toMatchObject({ eq: { high: 50, mid: 50, low: 64 }, headphones: false, slip: false });
  unmount();
});

test('Alt with a key sets the cue, enters the last loop, quantizes, and makes a deck the leader', () => {
  const [desk, others] = [silentDesk(new FakeClock()), vi.fn()];
  const { unmount } = renderHook(() => useDeskKeys(desk));
  document.body.addEventListener('keydown', others);
  const press = (code: string, init: KeyboardEventInit = {}) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { code, altKey: true, bubbles: true, ...init }));
  const deck = desk.decks[1] as Deck;
  const [cue, reloop] = [vi.spyOn(deck.mainCue, 'set'), vi.spyOn(deck.loops, 'reloop')];
  for (const code of ['KeyL', 'KeyO', 'KeyM', 'KeyK']) press(code); // without a track, only the switch
  expect([cue.mock.calls.length, reloop.mock.calls.length, desk.get().leader, deck.get().quantise]).toEqual([0, 0, null, false]);
  deck.set({ track: { ...unknown('Song'), grid: { runs: [{ first: 0, start: 0, bpm: 120 }], downbeat: 0, meter: 4 } } });
  for (const code of ['KeyL', 'KeyO', 'KeyM', 'KeyK']) press(code);
  expect([cue.mock.calls.length, reloop.mock.calls.length, desk.get().leader, deck.get().quantise]).toEqual([1, 1, deck, true]);
  press('KeyM');
  expect(desk.get().leader).toBeNull();
  expect(others).not.toHaveBeenCalled();
  press('KeyP'); // which plays without Alt
  press('ArrowRight', { key: 'ArrowRight' }); // which goes forward in some browsers
  expect([deck.get().isPlaying, desk.get().crossfader, others.mock.calls.length]).toEqual([false, 50, 2]);
  document.body.removeEventListener('keydown', others);
  unmount();
});

test('a roll lasts as long as its key is down', () => {
  const loops = { startRoll: vi.fn(), endRoll: vi.fn() };
  const deck = { get: () => ({ track: {} }), loops };
  const { unmount } = renderHook(() => useDeskKeys({ decks: [deck, deck] } as unknown as Desk));
  window.dispatchEvent(new KeyboardEvent('keydown', { code: 'KeyE', shiftKey: true }));
  expect([loops.startRoll.mock.calls.length, loops.endRoll.mock.calls.length]).toEqual([1, 0]);
  window.dispatchEvent(new KeyboardEvent('keyup', { code: 'KeyE' }));
  expect(loops.endRoll).toHaveBeenCalledOnce();
  unmount();
});

test('recording, going live and Auto Mix have keys while they are on screen', () => {
  const run = vi.fn();
  const desk = silentDesk(new FakeClock());
  const { unmount } = renderHook(() => {
    useDeskKeys(desk);
    useWholeKey('record', () => run('record'));
    useWholeKey('air', () => run('air'));
    useWholeKey('auto', () => run('auto'));
  });
  const press = (code: string, key: string, init: KeyboardEventInit = {}) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { code, key, bubbles: true, ...init }));
  press('Period', '>', { shiftKey: true });
  press('Period', '>', { shiftKey: true, repeat: true });
  press('Comma', '<', { shiftKey: true });
  press('Period', '.');
  expect(run.mock.calls.flat()).toEqual(['record', 'air', 'auto']);
  const field = document.body.appendChild(document.createElement('input'));
  field.dispatchEvent(new KeyboardEvent('keydown', { code: 'Period', key: '.', bubbles: true }));
  unmount();
  press('Period', '.');
  expect(run).toHaveBeenCalledTimes(3);
  field.remove();
});

test('keys that are down when the window or the desk is left are let go', () => {
  const { nudged, key, unmount } = setUp();
  key('keydown', 'KeyC');
  window.dispatchEvent(new Event('blur'));
  expect(nudged()).toEqual([1, 0]);
  key('keydown', 'KeyX');
  unmount();
  expect(nudged()).toEqual([1, 0, -1, 0]);
});

test('Shift reaches the other hot cues, arrows the crossfader, and the player does not start under the desk', () => {
  const press = vi.fn();
  const setCrossfader = vi.fn();
  const deck = { get: () => ({ track: {} }), hotCues: { press, release: vi.fn() } };
  const desk = { decks: [deck, deck], get: () => ({ crossfader: 98 }), setCrossfader } as unknown as Desk;
  const { unmount } = renderHook(() => useDeskKeys(desk));
  const player = vi.fn();
  document.body.addEventListener('keydown', player);
  const key = (init: KeyboardEventInit, target: EventTarget = document.body) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init }));
  key({ code: 'Digit2', key: '2' });
  key({ code: 'Digit9', key: ')', shiftKey: true });
  expect(press.mock.calls).toEqual([[1], [6]]);
  key({ code: 'ArrowRight', key: 'ArrowRight' });
  expect(setCrossfader).toHaveBeenCalledWith(100);
  key({ code: 'Space', key: ' ' });
  expect(player).not.toHaveBeenCalled();
  const button = document.body.appendChild(document.createElement('button'));
  expect(key({ code: 'Space', key: ' ' }, button)).toBe(true); // a button is pressed with it
  button.remove();
  const list = document.body.appendChild(document.createElement('div'));
  list.setAttribute('role', 'grid');
  key({ code: 'ArrowLeft', key: 'ArrowLeft' }, list); // the list of songs moves up and down only
  expect(setCrossfader).toHaveBeenLastCalledWith(93);
  expect(key({ code: 'ArrowDown', key: 'ArrowDown' }, list)).toBe(true);
  list.remove();
  unmount();
});
