import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Desk } from '@/dj/desk';
import { useDeskKeys } from './desk-keys';

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
