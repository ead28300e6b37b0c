import { beforeEach, expect, it } from 'vitest';
import { type Swipe, watchSwipes } from './use-swipe';

let element: HTMLElement;
let swipes: Swipe[];

beforeEach(() => {
  document.body.innerHTML = '<div><button>in</button></div>';
  element = document.querySelector('div') as HTMLElement;
  swipes = [];
  return watchSwipes(element, () => ({ may: (swipe) => swipe !== 'right', onSwipe: (swipe) => swipes.push(swipe) }));
});

function touch(type: string, x: number, y: number): Event {
  const event = new Event(type, { bubbles: true, cancelable: true });
  Object.assign(event, { touches: type === 'touchend' ? [] : [{ clientX: x, clientY: y }] });
  (element.querySelector('button') as HTMLElement).dispatchEvent(event);
  return event;
}

function drag(x: number, y: number) {
  touch('touchstart', 200, 200);
  touch('touchmove', 200 + x / 2, 200 + y / 2);
  const last = touch('touchmove', 200 + x, 200 + y);
  touch('touchend', 0, 0);
  return last;
}

it('detects left and down, and moves the element', () => {
  touch('touchstart', 200, 200);
  touch('touchmove', 150, 204);
  touch('touchmove', 80, 210);
  expect(element.style.translate).toBe('-120px 0');
  touch('touchend', 0, 0);
  expect(element.style.translate).toBe('');
  drag(10, 160);
  expect(swipes).toEqual(['left', 'down']);
});

it('ignores other directions', () => {
  expect(drag(160, 0).defaultPrevented).toBe(false);
  expect(drag(0, -160).defaultPrevented).toBe(false);
  expect(swipes).toEqual([]);
});

it('ignores a tap and a second finger', () => {
  touch('touchstart', 200, 200);
  touch('touchend', 0, 0);
  const two = new Event('touchstart', { bubbles: true });
  Object.assign(two, {
    touches: [
      { clientX: 0, clientY: 0 },
      { clientX: 9, clientY: 9 },
    ],
  });
  element.dispatchEvent(two);
  touch('touchmove', 0, 300);
  touch('touchend', 0, 0);
  expect(swipes).toEqual([]);
});
