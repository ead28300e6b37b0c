import { describe, expect, it } from 'vitest';
import { withoutTimes } from './track-page';

describe('lyrics without their times', () => {
  it('keep the words and the pauses', () => {
    expect(withoutTimes('[ti:Glass]\n[00:01.00]One\n[00:02.00]\n[00:03.00][00:09.00]Two <00:03.50>three')).toBe('One\n\nTwo three');
  });
});
