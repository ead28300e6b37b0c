import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { besideTheApp } from './tools/beside-the-app';
import { compress } from './tools/compress';
import { firstView } from './tools/first-view';
import { landingHint } from './tools/landing-hint';

const server = process.env.SONORA_DEV_SERVER ?? 'http://127.0.0.1:4700';

/** What loads by itself after the first screen: parts of the player, the rest of Home, and what lies over pages. */
const PLAYER =
  /src\/player\/(engine\/(sound\/sound|devices|queue\/(more|endless))|view\/(player-extras|seek-wave|live-bar|live-effects))\.tsx?$/;
const HOME = /src\/features\/(home\/(shelves|stations|mixes)|shell\/playlist-links)\.tsx$/;
const OVERLAYS =
  /src\/(features\/shell\/drawer|ui\/(menu\/shared-menu|part\/part|toast\/toast-slot|dnd\/dnd-adapter)|app\/command-keys)\.tsx?$/;

/** What a visitor sees first. Its music is below. */
const LANDING =
  /src\/(app\/visitor-page|features\/landing\/(landing-page|features|pictures|vu-meter|google-button|use-seen|queries))\.tsx?$/;
/** What its page and those for signing in share. */
const VISITORS =
  /src\/(i18n\/(spec\/)?(auth|landing)|things\/account\/use-provider|api\/auth\/provider|lib\/webauthn|ui\/(provider-mark|language-switch))\.tsx?$/;

/** Few files: each costs a request, and many small ones compress worse. */
const groups = [
  { name: 'base', tags: ['$initial' as const], priority: 4 }, // what every first page needs
  { name: 'player', test: PLAYER, priority: 3 },
  { name: 'home', test: HOME, priority: 2 },
  { name: 'overlays', test: OVERLAYS, priority: 1 },
  { name: 'visitors', test: VISITORS, priority: 1 },
  { name: 'landing', test: LANDING, priority: 0 },
];

export default defineConfig({
  plugins: [react(), tailwindcss(), besideTheApp(), firstView(), landingHint(), compress()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: {
    port: 4701,
    fs: { allow: ['.', '../docs'] }, // the operator's manual
    proxy: Object.fromEntries(['/api', '/media', '/health', '^/radio/'].map((path) => [path, { target: server, ws: true }])),
  },
  build: {
    // The Go package internal/web embeds this folder.
    outDir: '../internal/web/dist',
    emptyOutDir: true,
    manifest: true, // tools/budget.mjs reads it
    assetsInlineLimit: 0, // fonts and images stay separate, cacheable files
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
  test: {
    restoreMocks: true,
    testTimeout: 30_000, // for a busy machine
    projects: [
      {
        // Without a DOM. The files share workers and modules, because starting one for each takes longer than the tests.
        extends: true,
        test: {
          name: 'logic',
          environment: 'node',
          pool: 'threads',
          isolate: false,
          include: ['src/**/*.test.ts'],
          exclude: ['src/**/*.dom.test.ts'],
          setupFiles: ['src/testing/logic-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'happy-dom',
          include: ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'],
          setupFiles: ['src/testing/dom-setup.ts'],
        },
      },
    ],
  },
});
