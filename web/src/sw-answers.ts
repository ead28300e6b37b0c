import { ANSWER_CACHE, answerPath } from './lib/offline-keys';

/** What the pages of a listener ask for. Nothing of accounts and of the operator's area is kept. */
const SHOWN =
  /^\/api\/(config|welcome|tracks|albums|artists|playlists|liked-tracks|genres|years|folders|mixes|made-for-you|recently-played|history|listening|radios|podcasts|episodes|library)(\/|$)/;

const MOST = 400; // answers
const LARGEST = 2e6; // bytes of one

/** Where an answer is kept: by the account it was for. Null for what is not kept. */
export function answerKey(request: Request): string | null {
  const { origin, pathname, search } = new URL(request.url);
  const account = accountIn(request.headers.get('Authorization'));
  const isPage = request.method === 'GET' && origin === location.origin && SHOWN.test(pathname);
  if (!isPage || account === null || request.headers.get('Accept') !== 'application/json') return null;
  return answerPath(account, pathname + search);
}

/** The account an access token names. The server judges the token; here it only keeps people apart. */
function accountIn(header: string | null): string | null {
  try {
    const [, payload = ''] = (header ?? '').split('.');
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof sub === 'string' && sub !== '' ? sub : null;
  } catch {
    return null;
  }
}

/** The server's answer, else what it answered last. `keeping` is over once the answer is kept. */
export async function answer(request: Request, keep: (keeping: Promise<void>) => void): Promise<Response> {
  const key = answerKey(request);
  if (key === null) return fetch(request);
  try {
    const response = await fetch(request);
    if (response.ok) keep(keepAnswer(key, response.clone()));
    return response;
  } catch (error) {
    const kept = request.signal.aborted ? undefined : await (await caches.open(ANSWER_CACHE)).match(key);
    if (kept) return kept;
    throw error;
  }
}

/** Keeps an answer; the oldest ones make room. One that cannot be kept is asked for again. */
async function keepAnswer(key: string, response: Response): Promise<void> {
  try {
    const body = await response.blob();
    if (body.size > LARGEST) return;
    const cache = await caches.open(ANSWER_CACHE);
    await cache.delete(key); // so that it is the newest
    await cache.put(key, new Response(body, { headers: response.headers }));
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST)).map((old) => cache.delete(old)));
  } catch (error) {
    console.warn('not kept for later', error);
  }
}
