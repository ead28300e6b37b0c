import { describe, expect, it } from 'vitest';
import type { SmartRules } from '@/api/types';
import { smartFields as fields } from '@/features/playlists/testing';
import { countRules, type Draft, isGroup, newDraft, newRule, toDraft, toRules, withField } from './rules';

const draft = (...rules: [field: string, operator: string, value: string, to?: string][]): Draft => ({
  group: { key: 0, match: 'all', rules: rules.map(([field, operator, value, to = ''], key) => ({ key, field, operator, value, to })) },
  sort: '-year',
  limit: { kind: 'none', value: '' },
});

describe('the rules of a smart playlist', () => {
  it('sends each value in the type of its field', () => {
    const all = draft(
      ['genre', 'is', ' Jazz '],
      ['year', 'between', '1990', '1999,5'],
      ['added', 'inLast', '30'],
      ['added', 'before', '2024-05-01'],
      ['liked', 'is', 'false'],
      ['key', 'is', 'Am'],
    );
    expect(toRules(all, fields)).toEqual({
      match: 'all',
      sort: '-year',
      rules: [
        { field: 'genre', operator: 'is', value: 'Jazz' },
        { field: 'year', operator: 'between', value: [1990, 1999.5] },
        { field: 'added', operator: 'inLast', value: 30 },
        { field: 'added', operator: 'before', value: '2024-05-01' },
        { field: 'liked', operator: 'is', value: false },
        { field: 'key', operator: 'is', value: 'Am' },
      ],
    });
  });

  it.each([
    ['no text', draft(['genre', 'is', '  '])],
    ['no number', draft(['year', 'is', 'old'])],
    ['one number of two', draft(['year', 'between', '1990'])],
    ['no days', draft(['added', 'inLast', ''])],
    ['no choice', draft(['key', 'is', ''])],
    ['a limit of nothing', { ...draft(['genre', 'is', 'Jazz']), limit: { kind: 'count', value: '0' } } as Draft],
  ])('are not sent with %s', (_, incomplete) => {
    expect(toRules(incomplete, fields)).toBeNull();
  });

  it('reads the rules of the server and returns the same', () => {
    const rules: SmartRules = {
      match: 'any',
      rules: [
        { field: 'genre', operator: 'contains', value: 'jazz' },
        {
          match: 'all',
          rules: [
            { field: 'year', operator: 'between', value: [1960, 1969] },
            { field: 'liked', operator: 'is', value: true },
          ],
        },
      ],
      sort: 'random',
      limit: { minutes: 90 },
    };
    expect(toRules(toDraft(rules), fields)).toEqual(rules);
    expect(countRules(toDraft(rules).group)).toBe(4);
  });

  it('keeps the value if the next field has the same type', () => {
    const [genre, year] = fields;
    if (!genre || !year) throw new Error('fields');
    const rule = { ...newRule(fields), value: 'Jazz' };
    expect(withField(rule, { ...genre, field: 'title' }, genre)).toMatchObject({ field: 'title', operator: 'is', value: 'Jazz' });
    expect(withField({ ...rule, operator: 'contains' }, year, genre)).toMatchObject({ field: 'year', operator: 'is', value: '' });
  });

  it('starts with one empty rule', () => {
    const { group } = newDraft(fields);
    expect(group.rules).toHaveLength(1);
    expect(group.rules.some(isGroup)).toBe(false);
  });
});
