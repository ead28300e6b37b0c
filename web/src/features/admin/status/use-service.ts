import { useQuery } from '@tanstack/react-query';
import { useReach } from '@/api/reach';
import { statusQuery } from './queries';

/** Whether all parts of the server work, some do not, or it does not answer; undefined until that is known. */
export function useService(): 'online' | 'trouble' | 'offline' | undefined {
  const { data: status, isError } = useQuery(statusQuery);
  const lost = useReach((reach) => reach.lost);
  if (isError || (lost && status)) return 'offline';
  return status && (status.degraded.length === 0 ? 'online' : 'trouble');
}
