import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'vite';

const WORTH = 10_000; // bytes; smaller files gain next to nothing

/** Writes FILE.br beside the large scripts and styles: a seventh smaller than gzip, and too slow for the server to make. */
export function compress(): Plugin {
  return {
    name: 'compress',
    apply: 'build',
    writeBundle({ dir = '' }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => /\.(js|css)$/.test(file))) {
        const data = readFileSync(join(dir, name));
        if (data.length < WORTH) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: data.length };
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(data, { params }));
      }
    },
  };
}
