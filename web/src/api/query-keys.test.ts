import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { recoverFromGap } from './events';

const SRC = fileURLToPath(new URL('..', import.meta.url));

/** Queries that no event makes stale, by the reason. */
const WITHOUT_EVENT = {
  'requested again on every visit': [
    '/api/account/api-keys',
    '/api/account/events',
    '/api/account/export',
    '/api/account/imports',
    '/api/account/notifications',
    '/api/account/scrobbling',
    '/api/account/security',
    '/api/account/sessions',
    '/api/account/webhooks',
    '/api/admin/ai-providers',
    '/api/admin/ai-providers/check',
    '/api/admin/analysis',
    '/api/admin/analytics',
    '/api/admin/analytics/retention',
    '/api/admin/analytics/top',
    '/api/admin/backups',
    '/api/admin/checks',
    '/api/admin/database',
    '/api/admin/database/slow-statements',
    '/api/admin/database/tables',
    '/api/admin/events',
    '/api/admin/invitations',
    '/api/admin/jobs/failed',
    '/api/admin/log',
    '/api/admin/missing',
    '/api/admin/playlists',
    '/api/admin/premium/codes',
    '/api/admin/premium/figures',
    '/api/admin/premium/memberships',
    '/api/admin/premium/payments',
    '/api/admin/premium/plans',
    '/api/admin/premium/reconciliation',
    '/api/admin/settings',
    '/api/admin/settings/history',
    '/api/admin/status',
    '/api/admin/users',
    '/api/tag-edits',
    '/api/uploads/',
    '/api/users',
  ],
  'only what the person does changes it, which requests it again': [
    '/api/account/history',
    '/api/admin/analysis/failed',
    '/api/auth/user',
    '/api/shares',
  ],
  'the same until the page loads again': ['/api/auth/google', '/api/releases', '/api/welcome'],
  'stays for the day': ['/api/made-for-you'],
  'an answer to one question': ['/api/admin/search', '/api/mix/path', '/api/playlist-invitations', '/api/shared'],
  'the event stream itself': ['/api/events'],
};

it('leaves no query without an event that makes it stale, except for a reason', () => {
  const all = addresses();
  expect(all).toEqual(expect.arrayContaining(['/api/mixes', '/api/podcasts', '/api/recordings', '/api/shares', '/api/tracks']));
  const client = new QueryClient();
  for (const address of all) client.setQueryData([address], []);
  void recoverFromGap(client);
  const withoutEvent = all.filter((address) => !client.getQueryState([address])?.isInvalidated);
  expect(withoutEvent).toEqual(Object.values(WITHOUT_EVENT).flat().sort());
});

/** The addresses that query keys of the app begin with. Every array that begins with an address counts as a key. */
function addresses(): string[] {
  const isApp = (file: string) => /\.tsx?$/.test(file) && !/\.test\.|\.d\.ts$|^testing\//.test(file);
  const texts = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter(isApp)
    .map((file) => readFileSync(join(SRC, file), 'utf8'));
  const exported = texts.flatMap((text) => constants(text, 'export const'));
  const keys = texts.flatMap((text) => {
    const known = new Map([...exported, ...constants(text, 'const')]);
    return [...text.matchAll(/\[\s*(?:'([^']*)'|`([^`]*)`|([A-Z_]+)\b)/g)].map(
      ([, literal, template, name]) => literal ?? (name && known.get(name)) ?? beginning(template ?? '', known),
    );
  });
  return [...new Set(keys)].filter((key) => key.startsWith('/api/')).sort();
}

/** The addresses that a file declares as constants, by name. */
const constants = (text: string, declaration: 'const' | 'export const') =>
  [...text.matchAll(new RegExp(`\\b${declaration} (\\w+) = '(/api/[^']*)'`, 'g'))].map(
    ([, name = '', value = '']) => [name, value] as const,
  );

/** A template up to its first part that is no constant. */
const beginning = (template: string, known: ReadonlyMap<string, string>) =>
  template.replace(/^\$\{(\w+)\}/, (_, name) => known.get(name) ?? '').replace(/\/?\$\{.*/, '');
