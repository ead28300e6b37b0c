import type { components } from '@/api/schema';
import { isLossless } from '@/lib/format-line';

export type Recording = components['schemas']['SameRecording'];
/** One of several files of a recording. */
export type Copy = Recording['tracks'][number];

/** How good the sound of a file is: lossless before lossy, then the bits. */
const qualityOf = ({ format, bitrate }: Pick<Copy, 'format' | 'bitrate'>) => (isLossless(format) ? 1_000_000 : 0) + bitrate;

/** The file to suggest: the best sound, then the most plays, then the first. */
export const bestOf = (copies: readonly Copy[]): Copy | undefined =>
  copies.toSorted((a, b) => qualityOf(b) - qualityOf(a) || b.plays - a.plays)[0];
