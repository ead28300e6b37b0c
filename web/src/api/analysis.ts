import { queryOptions } from '@tanstack/react-query';
import { requestBytes } from './client';
import { apiQuery } from './query-client';
import type { components } from './schema';

type Schemas = components['schemas'];

/** The analysis of a song. Times are in seconds from its first sample. */
export type Analysis = Schemas['TrackAnalysis'];
export type Sound = NonNullable<Analysis['analysis']>;
export type GridSegment = Sound['grid'][number];
export type SectionLabel = Sound['sections'][number]['label'];

/** Manual corrections; null removes a correction. */
export type SoundEdit = {
  bpm?: number | null;
  key?: string | null;
  grid?: GridSegment[] | null;
  downbeat?: number | null;
  meter?: number | null;
};

export const analysisQuery = (id: string) => apiQuery(['/api/tracks', id, 'analysis']);

/** The waveform of a song: one byte per point and band. */
export type Peaks = { perSecond: number; low: Uint8Array; mid: Uint8Array; high: Uint8Array };

export const peaksQuery = (id: string) =>
  queryOptions({
    queryKey: ['/api/tracks', id, 'peaks'],
    queryFn: async ({ signal }) => decodePeaks(await requestBytes(`/api/tracks/${id}/peaks`, { signal })),
    gcTime: 60_000,
  });

const HEADER = 12;

/** Reads `SNPK`, version, bands, points per second and number of points (little endian), followed by the bands one after another. */
export function decodePeaks(buffer: ArrayBuffer): Peaks {
  const head = new DataView(buffer);
  const known = buffer.byteLength >= HEADER && head.getUint32(0) === 0x534e504b && head.getUint8(4) === 1 && head.getUint8(5) === 3;
  const n = known ? head.getUint32(8, true) : -1;
  if (n < 0 || buffer.byteLength !== HEADER + 3 * n) throw new Error('Not a waveform.');
  const band = (i: number) => new Uint8Array(buffer, HEADER + i * n, n);
  return { perSecond: head.getUint16(6, true), low: band(0), mid: band(1), high: band(2) };
}
