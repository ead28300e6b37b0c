import { t } from '@/i18n/desk';

/** What lacks where the browser cannot process sound: browsers do that over secure connections only. */
export const needed = () => t(isSecureContext ? 'desk.needs.browser' : 'desk.needs.secure');
