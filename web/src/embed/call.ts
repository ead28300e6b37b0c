import type { Known, Reply } from '@/api/contract';

type Answer<T> = Pick<Response, 'ok' | 'status'> & { json(): Promise<T> };

/** Calls the API as a visitor, without cookies. The path decides the type of the response. */
export const call = <const P extends string>(path: P & Known<P, 'GET'>): Promise<Answer<Reply<P>>> =>
  fetch(path, { credentials: 'omit', headers: { Accept: 'application/json' } });
