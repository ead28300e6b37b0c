import { fileURLToPath } from 'node:url';
import { build } from 'vite';

/** Builds a script that exports parts of the app as `parts`. */
export async function scriptOf(entry: string): Promise<string> {
  const [bundle] = (await build({
    configFile: false,
    logLevel: 'silent',
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { alias: { '@': fileURLToPath(new URL('../../src', import.meta.url)) } },
    build: { write: false, lib: { entry: fileURLToPath(new URL(entry, import.meta.url)), name: 'parts', formats: ['iife'] } },
  })) as { output: { code: string }[] }[];
  return bundle?.output[0]?.code ?? '';
}
