import { defineConfig } from '@playwright/test';
import { base } from './e2e/support/address';

const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const desk = { viewport: { width: 1440, height: 900 } };
// A test gets the page of the previous test, emptied, because a new page takes longer than most tests. A test that changes more
// than its page, such as going offline, has to undo that itself.
const reuse = { reuseContext: true };
const rest = { testIgnore: ['first-run.spec.ts', 'accounts.spec.ts', 'upload.spec.ts', 'analysis.spec.ts'], dependencies: ['first run'] };

// The real binary with real audio in Debian's Chromium, without the window around its pages, which would take a fifth of the
// time. Only failures that cannot be produced otherwise are mocked. What a component decides without a browser is tested by the
// unit tests. Tests tagged @desktop or @phone run on that screen only.
export default defineConfig({
  testDir: 'e2e',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  fullyParallel: true,
  workers: 2, // one for each core of CI; with more of them, sound that is measured in real time stutters
  retries: 0,
  reporter: [['list'], ['./e2e/support/annotations.ts']],
  use: {
    baseURL: base,
    serviceWorkers: 'block', // except in offline.spec.ts: a test cannot intercept what a service worker answers
    trace: 'off', // recording one takes an eighth of the time of a test; again.sh records those of the tests that failed
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
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
  webServer: { command: 'node e2e/support/server.mjs', url: `${base}/health`, gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 } },
});
