import { expect, it } from 'vitest';
import { ulid } from './ulid';

it('creates ULIDs that sort by time and do not collide', () => {
  expect(ulid(1_700_000_000_000) < ulid(1_700_000_000_001)).toBe(true);
  expect(ulid(0).slice(0, 10)).toBe('0000000000');
  expect(new Set(Array.from({ length: 1000 }, () => ulid(1))).size).toBe(1000);
});
