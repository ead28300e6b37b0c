import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));

/** Builds a bundle that shares nothing with the app: /NAME.js, and /NAME.css if it has styles. */
const single = (outDir: string, name: string, entry: string, define: Record<string, string> = {}) =>
  build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    resolve: { alias: { '@': path('../src') } },
    define: { ...define, 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      emptyOutDir: false,
      lib: { entry: path(entry), formats: ['iife'], name, fileName: () => `${name}.js`, cssFileName: name },
    },
  });

/** The files an installed app needs to start without a network: every script and style, and the fonts' Latin subset. */
const isNeeded = (file: string) => /\.(js|css)$/.test(file) || /-latin-wght-normal.*\.woff2$/.test(file);

/** Builds the bundles next to the app: the service worker, with the list of the app's files in it, and the embedded player. */
export function besideTheApp(): Plugin {
  return {
    name: 'beside-the-app',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const assets = Object.keys(bundle).filter(isNeeded);
      const plain = ['theme.js', 'icon.svg', 'manifest.webmanifest'];
      const files = [
        ...assets.sort().map((file) => ({ url: `/${file}`, revision: null })), // their names change with their content
        ...['index.html', ...plain].map((file) => ({ url: file === 'index.html' ? '/' : `/${file}`, revision: digest(join(dir, file)) })),
      ];
      await single(dir, 'sw', '../src/sw.ts', { __FILES__: JSON.stringify(files) });
      await single(dir, 'embed', '../src/embed/main.ts');
    },
  };
}

/** A short hash of a file's content. */
function digest(path: string): string {
  let hash = 0xcbf29ce484222325n; // FNV-1a
  for (const byte of readFileSync(path)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return `${basename(path)}-${hash.toString(36)}`;
}
