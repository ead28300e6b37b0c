import { renderHook, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { FakeClock } from '@/audio/fakes';
import { silentDesk } from '@/dj/fakes';
import { CURVES, crossfade } from '@/dj/mixer/curves';
import { t } from '@/i18n/desk';
import { renderPages } from '@/testing/pages';
import { useDeskKeys } from './desk-keys';
import { KeyDialog } from './key-dialog';
import { keyMap } from './key-map';

const US = {
  Comma: ',<',
  Period: '.>',
  Slash: '/?',
  Semicolon: ';:',
  Quote: `'"`,
  BracketLeft: '[{',
  BracketRight: ']}',
  Backslash: '\\|',
  Backquote: '`~',
  Minus: '-_',
  Equal: '=+',
} as const;

/** The keys of a US keyboard, with and without Shift or Alt: as the map shows them, and as events tell them. */
function keyboard(): [cap: string, event: KeyboardEventInit][] {
  const characters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((key) => [`Key${key}`, key, key] as const);
  const digits = [...'1234567890'].map((key, i) => [`Digit${key}`, key, '!@#$%^&*()'[i]] as const);
  const others = Object.entries(US).map(([code, [plain, shifted]]) => [code, plain, shifted] as const);
  const named = [
    'Enter',
    'Tab',
    'Escape',
    'Backspace',
    'Home',
    'End',
    'PageUp',
    'PageDown',
    'ArrowUp',
    'ArrowDown',
    'ArrowLeft',
    'ArrowRight',
  ];
  const ARROWS: Record<string, string> = { ArrowLeft: '←', ArrowRight: '→', '-': '−' };
  return [...characters, ...digits, ...others, ...named.map((key) => [key, key, undefined] as const)].flatMap(
    ([code, key = '', shifted]) => [
      [ARROWS[key] ?? key, { code, key }] as [string, KeyboardEventInit],
      [`⌥${key}`, { code, key, altKey: true }] as [string, KeyboardEventInit],
      ...(shifted === undefined ? [] : [[`⇧${key}`, { code, key: shifted, shiftKey: true }] as [string, KeyboardEventInit]]),
    ],
  );
}

/** Keys that the map shows by what they write, although Shift belongs to them on a US keyboard. */
const WRITTEN: Record<string, string> = { '⇧/': '?', '⇧=': '+' };

/** Keys in the map that others than the desk's own keys listen to: the search, the list of songs, the browser and the app. */
const ELSEWHERE = ['/', 'Enter', 'Tab', 'Ctrl', '↑', '↓'];

it('shows every key that the desk uses, and no other', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const desk = silentDesk(new FakeClock());
  const { unmount } = renderHook(() => useDeskKeys(desk));
  const used = keyboard().flatMap(([cap, event]) => {
    keyMap.set({ isOpen: false });
    const isFree = document.body.dispatchEvent(new KeyboardEvent('keydown', { ...event, bubbles: true, cancelable: true }));
    document.body.dispatchEvent(new KeyboardEvent('keyup', { ...event, bubbles: true }));
    return isFree ? [] : [WRITTEN[cap] ?? cap];
  });
  unmount();
  await renderPages({ '/': () => <KeyDialog onClose={() => {}} /> }, '/');
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard' });
  const caps = [...dialog.querySelectorAll('kbd')].map((cap) => cap.textContent ?? '');
  const shown = new Set(caps.filter((cap) => !ELSEWHERE.includes(cap)));
  expect([...shown].sort()).toEqual([...new Set(used)].sort());
  for (const cap of ELSEWHERE) expect(caps).toContain(cap);
  const load = within(dialog).getByRole('row', { name: /Load the chosen song into deck/ });
  expect(load.textContent).toContain('⇧1⇧2⇧3⇧4');
});

it('says what each curve of the crossfader does', async () => {
  await renderPages({ '/': () => <KeyDialog onClose={() => {}} /> }, '/');
  const dialog = await screen.findByRole('dialog', { name: 'Keyboard' });
  for (const curve of CURVES) {
    const [left] = crossfade(50, curve);
    const center = left === 1 ? 'full level in the center' : `in the center both sides are at −${Math.round(-20 * Math.log10(left))} dB`;
    expect(within(dialog).getByRole('row', { name: new RegExp(t(`desk.curve.${curve}`)) }).textContent).toContain(center);
  }
});
