import { describe, expect, it } from 'vitest';
import { eventLabel } from './event-label';

describe('what happened', () => {
  it.each([
    ['signed_in', 'password', 'Signed in: with the password'],
    ['signed_in', 'password-less', 'Signed in: password-less'],
    ['role_changed', 'creator', 'Role changed: creator'],
    ['passkey_added', '', 'Passkey added'],
    ['moon_landed', 'twice', 'moon landed: twice'],
  ])('%s %s is «%s»', (kind, detail, text) => expect(eventLabel({ kind, detail })).toBe(text));
});
