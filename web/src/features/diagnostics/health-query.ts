import { queryOptions } from '@tanstack/react-query';
import { awaitHealth, CALLBACK, type Health } from './health';

/** The responses of the backend's addresses. Requested when a panel first needs them, and again only by the refresh button. */
export const healthQuery = queryOptions({ queryKey: ['health'], queryFn: () => awaitHealth() });

/** Whether the provider's callback endpoint is missing. */
export const callbackIsMissing = (health: Health | undefined) =>
  health?.endpoints.some(({ path, status }) => path === CALLBACK && status === 404) ?? false;
