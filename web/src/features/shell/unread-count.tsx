import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '@/api/auth/session';
import { unreadNotificationsQuery } from '@/api/notifications';
import { t } from '@/i18n/t';
import { firstScreen } from '@/lib/first-screen';

/** Requested for members only, because the shell can remain a moment longer than the session, and after the first screen. */
function useUnread() {
  const { status } = useSession();
  const [late, setLate] = useState(false);
  useEffect(() => void firstScreen().then(() => setLate(true)), []);
  return useQuery({ ...unreadNotificationsQuery, enabled: late && status === 'signedIn' }).data?.unread;
}

/** Shows a dot on small screens, where the count is in the menu. */
export function UnreadDot() {
  const n = useUnread();
  return n ? <span aria-hidden className="pointer-events-none absolute top-2 left-10 size-2.5 rounded-full bg-accent" /> : null;
}

/** The number of unread updates. */
export function UnreadCount() {
  const n = useUnread();
  if (!n) return null;
  return (
    <span className="tnum ml-auto rounded-full bg-accent px-2 text-accent-fg text-xs leading-5" data-slot="unread">
      <span aria-hidden>{n > 99 ? '99+' : n}</span>
      <span className="sr-only">{t('nav.unread', { n })}</span>
    </span>
  );
}
