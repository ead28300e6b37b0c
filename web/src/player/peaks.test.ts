import { expect, it } from 'vitest';
import { peaksMask } from './peaks';

it('draws one bar per peak, the quiet ones as dots, the loud ones full', () => {
  const svg = decodeURIComponent(peaksMask([0, 0.5, 3]));
  expect(svg.match(/<rect/g)?.length).toBe(3);
  expect(svg).toContain('viewBox="0 0 9 40"');
  expect(svg).toContain('height="2" rx');
  expect(svg).toContain('height="20" rx');
  expect(svg).toContain('height="40" rx');
});
