import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { userQuery } from '@/api/session';

/** Asks who is here once more: what the app knows of the person is older than what just happened. */
export function useFreshUser(): void {
  const client = useQueryClient();
  useEffect(() => void client.invalidateQueries({ queryKey: userQuery.queryKey }), [client]);
}
