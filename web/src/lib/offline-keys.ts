/** Cache Storage names and keys. The page writes them, and the service worker reads them. */
export const MEDIA_CACHE = 'sonora-media';
export const PICTURE_CACHE = 'sonora-extras';
export const INDEX_CACHE = 'sonora-downloads';
/** The server's last responses, for pages without a network. */
export const ANSWER_CACHE = 'sonora-answers';

/** The key of a server response, per account. */
export const answerPath = (account: string, path: string) => `/offline/answers/${encodeURIComponent(account)}${path}`;

const STREAM = /^\/api\/tracks\/([0-9A-Za-z]{1,64})\/stream$/;
const EXTRA =
  /^\/api\/(tracks\/[0-9A-Za-z]{1,64}\/(?:cover|lyrics|peaks)|(?:albums|playlists)\/[0-9A-Za-z]{1,64}\/cover|covers\/[0-9a-zA-Z]{1,128})$/;

/** The key of a track's audio, whatever format is requested; null for any other address. The server has to answer for HLS segments and streams with an offset. */
export function mediaKey({ pathname, searchParams }: URL): string | null {
  if (searchParams.has('start') || searchParams.has('container') || searchParams.has('keep')) return null;
  const id = STREAM.exec(pathname)?.[1];
  return id ? mediaKeyOf(id) : null;
}

export const mediaKeyOf = (trackId: string) => `/offline/tracks/${trackId}`;

/** The key of a track's cover (any size), lyrics or waveform; null for any other address. */
export const pictureKey = ({ pathname }: URL): string | null => (EXTRA.test(pathname) ? pathname : null);
