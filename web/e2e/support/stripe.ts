import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';

const KEY = 'sk_test_of_the_e2e_tests';
const SECRET = 'whsec_of_the_e2e_tests';

/** The stand-in for Stripe: test/stripe as a process, which sends its events to a server. */
export class Stripe {
  readonly base: string;
  readonly #webhook: string;
  #process: ChildProcess | null = null;

  constructor(port: number, server: string) {
    this.base = `http://127.0.0.1:${port}`;
    this.#webhook = `${server}/api/webhooks/stripe`;
  }

  /** The settings with which a server sells through it. */
  get settings() {
    return { stripeApiUrl: this.base, stripeSecretKey: KEY, stripeWebhookSecret: SECRET };
  }

  async start(): Promise<void> {
    const binary = fileURLToPath(new URL('../../../bin/stripe', import.meta.url));
    const options = { listen: new URL(this.base).host, webhook: this.#webhook, key: KEY, secret: SECRET };
    this.#process = spawn(
      binary,
      Object.entries(options).flatMap(([name, value]) => [`--${name}`, value]),
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    const answers = () =>
      fetch(this.base).then(
        ({ ok }) => ok,
        () => false,
      );
    await expect.poll(answers, { timeout: 15_000 }).toBe(true);
  }

  /** Lets days pass at Stripe: what is due then happens now. */
  async elapse(days: number): Promise<void> {
    const { ok } = await fetch(this.base, { method: 'POST', body: new URLSearchParams({ days: String(days) }) });
    expect(ok).toBe(true);
  }

  async stop(): Promise<void> {
    const running = this.#process;
    this.#process = null;
    if (!running) return;
    const ended = once(running, 'exit');
    running.kill('SIGTERM');
    await ended;
  }
}
