import { defineConfig } from '@playwright/test';
import { base } from './e2e/address';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desk = { viewport: { width: 1440, height: 900 } };
// A test gets the page of the one before, emptied: a new one costs more than most tests do. It takes back itself what is not of the page, like offline.
const reuse = { reuseContext: true };
const rest = { testIgnore: ['first-run.spec.ts', 'accounts.spec.ts', 'upload.spec.ts', 'analysis.spec.ts'], dependencies: ['first run'] };

// The real binary with real audio in Debian's Chromium. Nothing is mocked but failures that cannot be had otherwise.
// Tests tagged @desktop or @phone are about that screen only.
export default defineConfig({
  testDir: 'e2e',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  workers: 2,
  retries: 1, // sound is measured in real time on a machine that may be busy: what fails twice is broken
  reporter: [['list'], ['./e2e/annotations.ts']],
  use: {
    baseURL: base,
    serviceWorkers: 'block', // but in offline.spec.ts: what a worker answers, a test cannot hold back
    trace: { mode: 'on-first-retry', screenshots: false },
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
    { name: 'desktop', ...rest, grepInvert: /@phone/, use: { ...desk, ...reuse } },
    {
      name: 'phone',
      ...rest,
      testIgnore: [...rest.testIgnore, 'visitor.spec.ts'],
      grepInvert: /@desktop/,
      use: { ...phone, ...reuse },
    },
  ],
  webServer: { command: 'node e2e/server.mjs', url: `${base}/health`, gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 } },
});
