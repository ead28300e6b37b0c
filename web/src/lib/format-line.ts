const LOSSLESS = new Set(['flac', 'wav', 'aiff', 'alac']);

/** Whether a format keeps every bit of the sound. */
export const isLossless = (format: string) => LOSSLESS.has(format);

/** A file's format as listeners write it: `FLAC 24/96`, `MP3 320`. */
export function formatLine({
  format,
  bitDepth,
  sampleRate,
  bitrate,
}: {
  format: string;
  bitDepth: number | null;
  sampleRate: number;
  bitrate: number;
}): string {
  const name = format.toUpperCase();
  if (isLossless(format) && bitDepth && sampleRate > 0) return `${name} ${bitDepth}/${sampleRate / 1000}`;
  return bitrate > 0 ? `${name} ${bitrate}` : name;
}
