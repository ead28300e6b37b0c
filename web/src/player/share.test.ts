import { afterEach, expect, it, vi } from 'vitest';
import { linkTo, share } from './share';
import { song } from './testing';

const copied: string[] = [];
function browser(share?: Navigator['share']) {
  copied.length = 0;
  vi.stubGlobal('navigator', { share, clipboard: { writeText: async (text: string) => void copied.push(text) } });
}
afterEach(() => vi.unstubAllGlobals());

it('copies a link to the track where nothing can be shared', async () => {
  browser();
  expect(await share(song('a'))).toBe('copied');
  expect(copied).toEqual([linkTo(song('a'))]);
  expect(linkTo(song('a'))).toMatch(/\/tracks\/a$/);
});

it('shares by the system, and takes a no for an answer', async () => {
  browser(async () => {});
  expect(await share(song('a'))).toBe('shared');
  browser(async () => {
    throw new DOMException('no', 'AbortError');
  });
  expect([await share(song('a')), copied.length]).toEqual(['cancelled', 0]);
});

it('copies when sharing is refused', async () => {
  browser(async () => {
    throw new DOMException('not allowed', 'NotAllowedError');
  });
  expect(await share(song('a'))).toBe('copied');
});
