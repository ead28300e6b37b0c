import { useQuery } from '@tanstack/react-query';
import { useSession } from './auth/session';
import { configQuery } from './queries';

/**
 * Whether the server has the admin area, which its configuration can turn off. It has until something else is known: the app asks for
 * the configuration after its first screen.
 */
export const useAdminArea = () => useQuery({ ...configQuery, enabled: false }).data?.adminArea !== false;

/** Whether the person may use the admin area and its API. */
export function useOperates() {
  const hasArea = useAdminArea();
  return useSession().user?.role === 'admin' && hasArea;
}
