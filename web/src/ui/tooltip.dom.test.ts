import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Tip, watchTooltips } from './tooltip-watch';

let tip: Tip | null = null;
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  document.body.innerHTML = '<button data-tooltip="One">1</button><button data-tooltip="Two">2</button><p>3</p>';
  stop = watchTooltips((next) => {
    tip = next;
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const over = (selector: string, pointerType = 'mouse') =>
  document.querySelector(selector)?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType }));

it('opens after 700 ms', () => {
  over('button');
  vi.advanceTimersByTime(699);
  expect(tip).toBeNull();
  vi.advanceTimersByTime(1);
  expect(tip?.text).toBe('One');
});

it('opens the next one at once within 300 ms', () => {
  over('button');
  vi.advanceTimersByTime(700);
  over('p');
  expect(tip).toBeNull();
  vi.advanceTimersByTime(299);
  over('button:nth-of-type(2)');
  vi.advanceTimersByTime(0);
  expect(tip?.text).toBe('Two');
  over('p');
  vi.advanceTimersByTime(300);
  over('button');
  vi.advanceTimersByTime(699);
  expect(tip).toBeNull();
});

it('closes on a press, Escape or scrolling, and does not open for touch', () => {
  for (const event of [new Event('pointerdown'), new KeyboardEvent('keydown', { key: 'Escape' }), new Event('scroll')]) {
    over('button');
    vi.advanceTimersByTime(700);
    expect(tip).not.toBeNull();
    document.dispatchEvent(event);
    expect(tip).toBeNull();
    vi.advanceTimersByTime(1000);
  }
  over('button', 'touch');
  vi.advanceTimersByTime(2000);
  expect(tip).toBeNull();
});

it('does not stay when a tap moves the focus, and opens again for the keyboard', () => {
  const button = document.querySelector('button') as HTMLElement;
  vi.spyOn(button, 'matches').mockReturnValue(true); // :focus-visible, as after a dialog returned the focus
  const focus = () => button.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
  button.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, pointerType: 'touch' }));
  focus();
  vi.advanceTimersByTime(2000);
  expect(tip).toBeNull();
  button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
  focus();
  vi.advanceTimersByTime(0);
  expect(tip?.text).toBe('One');
});
