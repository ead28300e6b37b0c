/** Cache Storage names; the page writes them and the service worker reads them. */
export const MEDIA_CACHE = 'sonora-media';
export const PICTURE_CACHE = 'sonora-extras';
export const INDEX_CACHE = 'sonora-downloads';
/** What the server answered last, for pages without a network. */
export const ANSWER_CACHE = 'sonora-answers';

/** Where an answer of the server is kept, by whom it was for. */
export const answerPath = (account: string, path: string) => `/offline/answers/${encodeURIComponent(account)}${path}`;

const STREAM = /^\/api\/tracks\/([0-9A-Za-z]{1,64})\/stream$/;
const EXTRA =
  /^\/api\/(tracks\/[0-9A-Za-z]{1,64}\/(?:cover|lyrics|peaks)|(?:albums|playlists)\/[0-9A-Za-z]{1,64}\/cover|covers\/[0-9a-zA-Z]{1,128})$/;

/** Where the sound of a track is kept, whatever form it is asked for in; null for any other address. Pieces and shifted starts are the server's. */
export function mediaKey({ pathname, searchParams }: URL): string | null {
  if (searchParams.has('start') || searchParams.has('container') || searchParams.has('keep')) return null;
  const id = STREAM.exec(pathname)?.[1];
  return id ? mediaKeyOf(id) : null;
}

export const mediaKeyOf = (trackId: string) => `/offline/tracks/${trackId}`;

/** Where a cover (of whatever size), the words or the waveform of a track are kept; null for any other address. */
export const pictureKey = ({ pathname }: URL): string | null => (EXTRA.test(pathname) ? pathname : null);
