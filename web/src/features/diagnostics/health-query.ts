import { queryOptions } from '@tanstack/react-query';
import { awaitHealth, CALLBACK, type Health } from '@/api/health';

/** What the backend's addresses answer. Asked when a panel first needs it, and again by the refresh button only. */
export const healthQuery = queryOptions<Health>({ queryKey: ['health'], queryFn: () => awaitHealth() });

/** Whether the provider's way back into the app is missing. */
export const callbackIsMissing = (health: Health | undefined) =>
  health?.endpoints.some(({ path, status }) => path === CALLBACK && status === 404) ?? false;
