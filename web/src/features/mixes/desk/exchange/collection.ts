import { request } from '@/api/client';
import type { CollectionReport } from '@/api/types';
import { uploadForm } from '@/api/upload';

export type Existing = 'keep' | 'replace';

/** What an import reads: files of a program, or the tags that Serato wrote into the library's files. */
export type Origin = readonly File[] | 'serato';

type Wanted = { from: Origin; existing: Existing; apply: boolean };

/** Reports what an import takes, or takes it. `onRead` gets the number of songs whose tags were read. */
export function importCollection({ from, existing, apply }: Wanted, onRead: (songs: number) => void): Promise<CollectionReport> {
  if (from === 'serato') return readTags({ existing, apply }, onRead);
  const form = new FormData();
  form.append('existing', existing);
  form.append('apply', String(apply));
  for (const file of from) form.append('file', file);
  return uploadForm('/api/dj/imports', form, () => {});
}

/** The server reads the tags of some songs per call. */
async function readTags(body: { existing: Existing; apply: boolean }, onRead: (songs: number) => void): Promise<CollectionReport> {
  let sum: CollectionReport | null = null;
  let after: string | null = '';
  while (after !== null) {
    const part: CollectionReport = await request('/api/dj/imports/serato', {
      method: 'POST',
      body: after ? { ...body, after } : body,
    });
    sum = sum ? added(sum, part) : part;
    onRead(sum.tracks);
    after = part.next;
  }
  return sum as CollectionReport;
}

/** Two reports as one. */
export function added(a: CollectionReport, b: CollectionReport): CollectionReport {
  return {
    ...b,
    tracks: a.tracks + b.tracks,
    matched: a.matched + b.matched,
    notFound: a.notFound + b.notFound,
    ambiguous: a.ambiguous + b.ambiguous,
    kept: a.kept + b.kept,
    skipped: a.skipped + b.skipped,
    leftOut: a.leftOut + b.leftOut,
    invalid: a.invalid + b.invalid,
    unread: a.unread + b.unread,
    playlistsLeftOut: a.playlistsLeftOut + b.playlistsLeftOut,
    taken: {
      cues: a.taken.cues + b.taken.cues,
      hotCues: a.taken.hotCues + b.taken.hotCues,
      loops: a.taken.loops + b.taken.loops,
      grids: a.taken.grids + b.taken.grids,
    },
    playlists: [...a.playlists, ...b.playlists],
    missing: [...a.missing, ...b.missing],
  };
}

/** How many playlists a report makes, how many it leaves out because of their names, and for how many songs those it makes have no room. */
export function playlistsOf({ playlists }: CollectionReport): { made: number; existing: number; songsLeftOut: number } {
  return {
    songsLeftOut: playlists.reduce((sum, { leftOut }) => sum + leftOut, 0),
    made: playlists.filter(({ exists, found }) => !exists && found > 0).length,
    existing: playlists.filter(({ exists }) => exists).length,
  };
}

/** Whether an import changes anything. */
export function changes(report: CollectionReport): boolean {
  const { cues, hotCues, loops, grids } = report.taken;
  return cues + hotCues + loops + grids + playlistsOf(report).made > 0;
}
