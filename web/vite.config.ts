import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { besideTheApp } from './tools/beside-the-app';

const server = process.env.SONORA_DEV_SERVER ?? 'http://127.0.0.1:4700';

export default defineConfig({
  plugins: [react(), tailwindcss(), besideTheApp()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: {
    port: 4701,
    proxy: Object.fromEntries(['/api', '/media', '/health', '^/radio/'].map((path) => [path, { target: server, ws: true }])),
  },
  build: {
    // The Go package internal/web embeds this folder.
    outDir: '../internal/web/dist',
    emptyOutDir: true,
    manifest: true, // tools/budget.mjs reads it
    assetsInlineLimit: 0, // fonts and images stay separate, cacheable files
    // The code every first page needs is one file: many small ones compress worse.
    rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'base', tags: ['$initial'] }] } } },
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
