import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@/api/error';

/** Sends a link's secret to the server, only once even if the page renders again. */
export type Redeemed<T> =
  | { status: 'working' }
  | { status: 'done'; data: T }
  | { status: 'expired' }
  | { status: 'failed'; error: Error; again: () => void };

export function useRedeem<T>(purpose: string, secret: string | null, send: (secret: string) => Promise<T>): Redeemed<T> {
  const query = useQuery({
    queryKey: [purpose, secret],
    queryFn: () => send(secret ?? ''),
    enabled: secret !== null,
    retryOnMount: false,
  });
  if (secret === null) return { status: 'expired' };
  if (query.isFetching) return { status: 'working' };
  if (query.data !== undefined) return { status: 'done', data: query.data };
  if (query.error && !isExpired(query.error)) return { status: 'failed', error: query.error, again: () => void query.refetch() };
  return query.error ? { status: 'expired' } : { status: 'working' };
}

/** Whether the server does not know the secret (any more): an error that concerns no form field and is not the server's own. */
export const isExpired = (error: unknown) =>
  error instanceof ApiError && (GONE.includes(error.status) || (error.status === 400 && Object.keys(error.fieldErrors).length === 0));

const GONE = [401, 403, 404, 410];
