import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type APIRequestContext, type BrowserContextOptions, expect, request } from '@playwright/test';

type Person = { email: string; password: string; name: [first: string, last: string] };
type State = NonNullable<BrowserContextOptions['storageState']>;
export type Session = { api: APIRequestContext; headers: Record<string, string>; state: State };

const operator: Person = { email: 'sol@example.com', password: 'quiet-river', name: ['Sol', 'Sound'] };
const member: Person = { email: 'mara@example.com', password: 'quiet-river', name: ['Mara', 'Member'] };
const creator: Person = { email: 'dita@example.com', password: 'quiet-river', name: ['Dita', 'Decks'] };

/** A server for one file of tests, with its own music folder. The tests can kill it and start it again. */
export class OwnServer {
  readonly base: string;
  readonly music: string;
  readonly #work = mkdtempSync(join(tmpdir(), 'sonora-own-'));
  #process: ChildProcess | null = null;

  constructor(port: number) {
    this.base = `http://127.0.0.1:${port}`;
    this.music = join(this.#work, 'music');
  }

  /** Writes a song that consists of one tone, with ffmpeg. */
  tone(name: string, input: string, tags: Record<string, string | number>, ...options: string[]): void {
    const path = join(this.music, name);
    mkdirSync(dirname(path), { recursive: true });
    const metadata = Object.entries(tags).flatMap(([key, value]) => ['-metadata', `${key}=${value}`]);
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', input, ...metadata, ...options, path]);
  }

  async start(): Promise<void> {
    const binary = process.env.SONORA_BINARY ?? fileURLToPath(new URL('../../../bin/sonora', import.meta.url));
    const folders = ['--data', join(this.#work, 'data'), '--music', this.music];
    const listen = ['--listen', new URL(this.base).host, '--radio-listen', 'off', '--rate-limit-per-minute', '100000'];
    this.#process = spawn(binary, ['serve', ...folders, ...listen], { stdio: 'ignore' });
    const healthy = () =>
      fetch(`${this.base}/health`).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(healthy, { timeout: 15_000 }).toBe(true);
  }

  /** Kills the server, like a crash. */
  async kill(): Promise<void> {
    const running = this.#process;
    this.#process = null;
    if (!running) return;
    const ended = new Promise((resolve) => running.once('exit', resolve));
    running.kill('SIGKILL');
    await ended;
  }

  async remove(): Promise<void> {
    await this.kill();
    rmSync(this.#work, { recursive: true, force: true });
  }

  /** Registers the first account, waits for the songs, and returns the signed-in state for a page. */
  async signIn(songs: number): Promise<State> {
    await this.#register(operator);
    const { api, state } = await this.#login(operator);
    await expect.poll(async () => (await (await api.get('/api/tracks')).json()).length, { timeout: 20_000 }).toBe(songs);
    await api.dispose();
    return state;
  }

  /** The API of the first account and its signed-in state. */
  operator(): Promise<Session> {
    return this.#login(operator);
  }

  /** Registers a creator, whom the first account appoints. Returns their API and the signed-in state for a page. */
  async creator(): Promise<Session> {
    await this.#register(creator);
    const [{ api, headers }, { api: someone }] = [await this.#login(operator), await this.#login(creator)];
    const { id } = await (await someone.get('/api/auth/user')).json();
    expect((await api.put(`/api/admin/users/${id}`, { headers, data: { role: 'creator' } })).status()).toBe(200);
    await Promise.all([api.dispose(), someone.dispose()]);
    return this.#login(creator);
  }

  /** Registers another member. Returns their API and the signed-in state for a page. */
  async member(): Promise<Session> {
    await this.#register(member);
    return this.#login(member);
  }

  async #register({ email, password, name }: Person) {
    const api = await request.newContext({ baseURL: this.base });
    const data = { email, password1: password, password2: password, first_name: name[0], last_name: name[1] };
    expect((await api.post('/api/auth/register/', { data })).status()).toBe(201);
    await api.dispose();
  }

  async #login({ email, password }: Person): Promise<Session> {
    const api = await request.newContext({ baseURL: this.base });
    const { access, refresh } = await (await api.post('/api/auth/login/', { data: { email, password } })).json();
    const { cookies } = await api.storageState();
    const local = Object.entries({ access_token: access, refresh_token: refresh }).map(([name, value]) => ({ name, value }));
    const headers = { Authorization: `Bearer ${access}` };
    return { api, headers, state: { cookies, origins: [{ origin: this.base, localStorage: local }] } };
  }
}
