import { defineConfig } from '@playwright/test';
import { base } from './e2e/address';
import { ACCOUNT_FILE } from './e2e/test';

const account = { storageState: ACCOUNT_FILE };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desk = { viewport: { width: 1440, height: 900 } };
const rest = { testIgnore: ['first-run.spec.ts', 'accounts.spec.ts', 'upload.spec.ts', 'analysis.spec.ts'], dependencies: ['first run'] };

// The real binary with real audio in Debian's Chromium. Nothing is mocked but failures that cannot be had otherwise.
// Tests tagged @desktop or @phone are about that screen only.
export default defineConfig({
  testDir: 'e2e',
  timeout: 30_000,
  fullyParallel: true,
  workers: 2,
  retries: 1, // sound is measured in real time on a machine that may be busy: what fails twice is broken
  reporter: [['list'], ['./e2e/annotations.ts']],
  use: {
    baseURL: base,
    serviceWorkers: 'block', // but in offline.spec.ts: what a worker answers, a test cannot hold back
    trace: { mode: 'retain-on-failure', screenshots: false },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--autoplay-policy=no-user-gesture-required',
      ],
    },
  },
  projects: [
    { name: 'first run', testMatch: 'first-run.spec.ts', use: desk },
    { name: 'accounts', testMatch: ['accounts.spec.ts', 'upload.spec.ts', 'analysis.spec.ts'], use: desk },
    { name: 'desktop', ...rest, grepInvert: /@phone/, use: { ...desk, ...account } },
    { name: 'phone', ...rest, grepInvert: /@desktop/, use: { ...phone, ...account } },
  ],
  webServer: { command: 'node e2e/server.mjs', url: `${base}/health`, gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 } },
});
