import { ANSWER_CACHE, answerPath } from './lib/offline-keys';

/** API paths that listeners' pages read. Responses about accounts and the admin area are not stored. */
const SHOWN =
  /^\/api\/(config|welcome|tracks|albums|artists|playlists|liked-tracks|genres|years|folders|mixes|made-for-you|recently-played|history|listening|radios|podcasts|episodes|library)(\/|$)/;

const MAX_RESPONSES = 400;
const MAX_BYTES = 2e6; // of one response

/** The cache key of a response, which contains the account. Null for a response that is not stored. */
export function answerKey(request: Request): string | null {
  const { origin, pathname, search } = new URL(request.url);
  const account = accountIn(request.headers.get('Authorization'));
  const isPage = request.method === 'GET' && origin === location.origin && SHOWN.test(pathname);
  if (!isPage || account === null || request.headers.get('Accept') !== 'application/json') return null;
  return answerPath(account, pathname + search);
}

/** The account in an access token. The server verifies the token; here it only separates accounts. */
function accountIn(header: string | null): string | null {
  try {
    const [, payload = ''] = (header ?? '').split('.');
    const { sub } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')));
    return typeof sub === 'string' && sub !== '' ? sub : null;
  } catch {
    return null;
  }
}

/** Returns the server's response, or else the stored one. `keeping` settles once the response is stored. */
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

/** Stores a response and deletes the oldest ones if there are too many. If it cannot be stored, the server has to answer again. */
async function keepAnswer(key: string, response: Response): Promise<void> {
  try {
    const body = await response.blob();
    if (body.size > MAX_BYTES) return;
    const cache = await caches.open(ANSWER_CACHE);
    await cache.delete(key); // so that it becomes the newest
    await cache.put(key, new Response(body, { headers: response.headers }));
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MAX_RESPONSES)).map((old) => cache.delete(old)));
  } catch (error) {
    console.warn('not kept for later', error);
  }
}
