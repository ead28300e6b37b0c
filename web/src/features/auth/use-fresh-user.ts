import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { userQuery } from '@/api/auth/session';

/** Refetches the signed-in person, because the cached data is outdated. */
export function useFreshUser(): void {
  const client = useQueryClient();
  useEffect(() => void client.invalidateQueries({ queryKey: userQuery.queryKey }), [client]);
}
