import { beforeEach, expect, test, vi } from 'vitest';
import type { Versions } from './recordings';

/** A database as this tab sees it, and the request that opens it. */
function database() {
  const db = { close: vi.fn(), onclose: null, onversionchange: null as (() => void) | null };
  const opening: Record<string, unknown> & { onblocked?: () => void; onsuccess?: () => void; onerror?: () => void } = { result: db };
  vi.stubGlobal('indexedDB', { open: vi.fn(() => opening) });
  return { db, opening };
}

beforeEach(() => vi.resetModules());

async function opened(versions: Versions) {
  const { openRecordings, watchVersions } = await import('./recordings');
  watchVersions(versions);
  const { db, opening } = database();
  const recordings = openRecordings();
  return { db, opening, recordings, openRecordings };
}

test('lets a newer version have the recordings, unless this tab is recording', async () => {
  let isRecording = true;
  const { db, opening, recordings, openRecordings } = await opened({ onNewer: () => !isRecording, onOlder: () => {} });
  opening.onsuccess?.();
  await recordings;
  db.onversionchange?.();
  expect(db.close).not.toHaveBeenCalled();

  isRecording = false;
  db.onversionchange?.();
  expect(db.close).toHaveBeenCalledOnce();
  void openRecordings();
  expect(indexedDB.open).toHaveBeenCalledTimes(2);
});

test('says that an older version is in the way, and opens the recordings once it is gone', async () => {
  const onOlder = vi.fn();
  const { opening, recordings } = await opened({ onNewer: () => true, onOlder });
  opening.onblocked?.();
  expect(onOlder).toHaveBeenLastCalledWith(true);
  opening.onsuccess?.();
  await recordings;
  expect(onOlder).toHaveBeenLastCalledWith(false);
});

test('says that a newer version has changed the recordings', async () => {
  const onNewer = vi.fn(() => true);
  const { opening, recordings } = await opened({ onNewer, onOlder: () => {} });
  opening.error = new DOMException('', 'VersionError');
  opening.onerror?.();
  await expect(recordings).rejects.toThrow();
  expect(onNewer).toHaveBeenCalledOnce();
});
