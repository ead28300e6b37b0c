import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BrowserContextOptions, expect, request } from '@playwright/test';

const person = { email: 'sol@example.com', password: 'quiet-river' };

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
  async signIn(songs: number): Promise<NonNullable<BrowserContextOptions['storageState']>> {
    const api = await request.newContext({ baseURL: this.base });
    const { email, password } = person;
    const data = { email, password1: password, password2: password, first_name: 'Sol', last_name: 'Sound' };
    expect((await api.post('/api/auth/register/', { data })).status()).toBe(201);
    const { access, refresh } = await (await api.post('/api/auth/login/', { data: { email, password } })).json();
    await expect.poll(async () => (await (await api.get('/api/tracks')).json()).length, { timeout: 20_000 }).toBe(songs);
    const { cookies } = await api.storageState();
    await api.dispose();
    const local = Object.entries({ access_token: access, refresh_token: refresh }).map(([name, value]) => ({ name, value }));
    return { cookies, origins: [{ origin: this.base, localStorage: local }] };
  }
}
