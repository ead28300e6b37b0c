/** Whether an address is that of a station's endless stream. */
export const isStream = (url: string) => url.startsWith('/radio/');

const FROM = '?from=';

/** Whether a stream starts in the past; positions in it can be saved and restored. */
export const isRewound = (url: string) => isStream(url) && url.includes(FROM);

/** A stream that starts at a moment (ms since 1970). */
export const since = (stream: string, at: number) => `${stream}.mp3${FROM}${new Date(at).toISOString()}`;

/** The same stream, later by that many seconds. */
export function later(url: string, seconds: number): string {
  const [stream = '', from = ''] = url.split(FROM);
  return seconds > 0 ? `${stream}${FROM}${new Date(Date.parse(from) + seconds * 1000).toISOString()}` : url;
}
