import { afterEach, expect, it, vi } from 'vitest';
import { spooled, unspool } from './spool';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** A disk with room for some bytes. */
function disk(room: number) {
  const files = new Map<string, number>();
  let most = 0;
  const file = (name: string) => {
    let size = 0;
    const write = async (part: Blob) => {
      most = Math.max(most, part.size);
      size += part.size;
      if (size > room) throw new DOMException('full', 'QuotaExceededError');
    };
    return {
      createWritable: async () => ({ write, close: async () => void files.set(name, size), abort: async () => {} }),
      getFile: async () => ({ name, size: files.get(name) }),
    };
  };
  const folder = {
    getFileHandle: async (name: string) => {
      if (!files.has(name)) files.set(name, 0);
      return file(name);
    },
    removeEntry: async (name: string) => {
      if (!files.delete(name)) throw new DOMException('none', 'NotFoundError');
    },
  };
  vi.stubGlobal('navigator', { storage: { getDirectory: async () => ({ getDirectoryHandle: async () => folder }) } });
  return { files, most: () => most };
}

async function* hours(pieces: number): AsyncGenerator<Blob> {
  for (let i = 0; i < pieces; i++) yield new Blob([new Uint8Array(1000)]);
}

it('writes a long recording piece by piece, and deletes it', async () => {
  const { files, most } = disk(1_000_000);
  expect(await spooled('r1', hours(400))).toMatchObject({ size: 400_000 });
  expect(most()).toBe(1000);
  await unspool('r1');
  await unspool('r1'); // it is gone already
  expect(files.size).toBe(0);
});

it('leaves no half of a file on a full disk, and says that there is none', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const { files } = disk(5000);
  expect(await spooled('r1', hours(10))).toBeNull();
  expect(files.size).toBe(0);
});

it('has no file in a browser without such a disk', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal('navigator', { storage: {} });
  expect(await spooled('r1', hours(1))).toBeNull();
});
