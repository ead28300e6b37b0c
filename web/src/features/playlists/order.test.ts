import { describe, expect, it } from 'vitest';
import { anchorBefore, movedTo, without } from './order';
import { placed } from './rows';
import { sorted } from './sorted';
import { anEntry, entries } from './testing';

const ids = (list: readonly ({ entryId: string } | undefined)[]) => list.map((entry) => entry?.entryId ?? '-').join(' ');
const set = (...entryIds: string[]) => new Set(entryIds);

describe('the order of a playlist', () => {
  it('moves entries before a position of the unchanged list', () => {
    const list = entries(5);
    expect(ids(movedTo(list, set('e1'), 3))).toBe('e2 e3 e1 e4 e5');
    expect(ids(movedTo(list, set('e5'), 0))).toBe('e5 e1 e2 e3 e4');
    expect(ids(movedTo(list, set('e2', 'e4'), 5))).toBe('e1 e3 e5 e2 e4');
    expect(ids(movedTo(list, set('e2', 'e3'), 2))).toBe('e1 e2 e3 e4 e5');
  });

  it('tells the preceding entry', () => {
    const list = entries(4);
    expect(anchorBefore(list, set('e1'), 3)).toBe('e3');
    expect(anchorBefore(list, set('e4'), 0)).toBe('');
    expect(anchorBefore(list, set('e1', 'e2'), 2)).toBe('');
    expect(anchorBefore([undefined, ...list], set('e1'), 1)).toBeUndefined();
  });

  it('keeps the positions of rows that are not loaded', () => {
    const rows = placed(undefined, 200, { items: entries(2), total: 300, version: 1, duration: 1 });
    expect(rows.entries).toHaveLength(300);
    expect(without(rows.entries, set('e1'))).toHaveLength(299);
    expect(movedTo(rows.entries, set('e2'), 0)[0]?.entryId).toBe('e2');
    expect(movedTo(rows.entries, set('e2'), 0)).toHaveLength(300);
  });

  it('sorts by the displayed text', () => {
    const list = [
      anEntry(1, { title: 'Órbita 10' }),
      anEntry(2, { title: 'orbita 9' }),
      anEntry(3, { title: 'Alba', addedAt: '2026-03-01T00:00:00Z' }),
    ];
    expect(ids(sorted(list, 'title', 'es'))).toBe('e3 e2 e1');
    expect(ids(sorted(list, 'added', 'en'))).toBe('e3 e1 e2');
    expect(ids(sorted(list, 'own', 'en'))).toBe('e1 e2 e3');
  });
});
