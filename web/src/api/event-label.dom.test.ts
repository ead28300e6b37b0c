import { afterEach, describe, expect, it } from 'vitest';
import { setLocale } from '@/i18n/t';
import { deviceLabel, eventLabel } from './event-label';

afterEach(() => setLocale('spec'));

describe('what happened', () => {
  it.each([
    ['signed_in', 'password', 'Signed in: with the password'],
    ['signed_in', 'password-less', 'Signed in: password-less'],
    ['role_changed', 'creator', 'Role changed: creator'],
    ['passkey_added', '', 'Passkey added'],
    ['moon_landed', 'twice', 'moon landed: twice'],
  ])('%s %s is «%s»', (kind, detail, text) => expect(eventLabel({ kind, detail })).toBe(text));
});

it('devices are named in the language of the reader', async () => {
  expect(deviceLabel('Firefox on Linux')).toBe('Firefox on Linux');
  await setLocale('es');
  expect(['Firefox on Linux', 'Unknown device', 'mpv', ''].map(deviceLabel)).toEqual([
    'Firefox en Linux',
    'Dispositivo desconocido',
    'mpv',
    '',
  ]);
});
