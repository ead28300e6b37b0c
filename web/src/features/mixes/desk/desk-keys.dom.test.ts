import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Desk } from '@/dj/desk';
import { useDeskKeys } from './desk-keys';

function setUp() {
  const deck = { get: () => ({ track: {}, loopSize: 4 }), pressCue: vi.fn(), releaseCue: vi.fn() };
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
  expect([deck.pressCue.mock.calls.length, deck.releaseCue.mock.calls.length]).toEqual([1, 1]);
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
