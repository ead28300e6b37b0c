import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type APIRequestContext, type BrowserContext, expect, request } from '@playwright/test';
import { accounts, provider } from './address';

/** A person on the second server. */
export type Person = { email: string; password: string };

const anAddress = () => ['10', ...crypto.getRandomValues(new Uint8Array(3))].join('.');

/** The second server's API for a visitor with a unique network address, because the server limits sign-ins by address. */
export const api = (): Promise<APIRequestContext> =>
  request.newContext({ baseURL: accounts, extraHTTPHeaders: { 'X-Forwarded-For': anAddress() } });

export async function register(): Promise<Person> {
  const person = { email: `${crypto.randomUUID()}@example.com`, password: 'quiet-river' };
  const visitor = await api();
  const data = { email: person.email, password1: person.password, password2: person.password, first_name: 'Pia', last_name: 'Person' };
  expect((await visitor.post('/api/auth/register/', { data })).status()).toBe(201);
  await visitor.dispose();
  return person;
}

/** Signs in through the API and stores the tokens where the app stores them. */
export async function signIn(context: BrowserContext, { email, password }: Person): Promise<void> {
  const visitor = await api();
  const reply = await visitor.post('/api/auth/login/', { data: { email, password } });
  expect(reply.status()).toBe(200);
  const { access, refresh } = await reply.json();
  await context.addCookies((await visitor.storageState()).cookies);
  await visitor.dispose();
  await context.addInitScript(
    ([a, r]) => {
      if (sessionStorage.getItem('e2e') || !a || !r) return; // once, not after signing out
      sessionStorage.setItem('e2e', 'signed in');
      localStorage.setItem('access_token', a);
      localStorage.setItem('refresh_token', r);
    },
    [access, refresh] as const,
  );
}

const sonora = (...args: string[]) => {
  const folder = readFileSync('test-results/accounts-folder', 'utf8');
  return execFileSync('../bin/sonora', [...args, '--data', folder], { encoding: 'utf8' });
};

/** The latest message to an address, read from the outbox as by an operator without a mail server. */
export function mailTo(address: string, kind: string): string {
  const line = sonora('mail', 'list', '--limit', '500')
    .split('\n')
    .find((row) => row.includes(address) && row.includes(kind));
  expect(line, `a ${kind} mail to ${address}`).toBeDefined();
  return sonora('mail', 'show', line?.split(' ')[0] ?? '');
}

/** The link in a message. */
export const linkIn = (mail: string) => /http:\/\/localhost:\d+\S+/.exec(mail)?.[0] ?? '';

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code of an authenticator app (RFC 6238), `later` steps of 30 s from now. */
export function totp(secret: string, later = 0): string {
  const bits = [...secret.replace(/[\s=]/g, '').toUpperCase()].map((c) => BASE32.indexOf(c).toString(2).padStart(5, '0')).join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + later));
  const mac = createHmac('sha1', key).update(step).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}

/** Sets who signs in next at the identity provider, or that they cancel. */
export async function atProvider(data: { person?: Record<string, unknown>; cancels?: boolean }): Promise<void> {
  const context = await request.newContext();
  expect((await context.post(`${provider}/person`, { data })).ok()).toBe(true);
  await context.dispose();
}
