import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import { request } from '@/api/client';
import { wholeList } from '@/api/query-client';
import { language, t } from '@/i18n/admin/people';
import { moment } from '@/lib/format';
import { IconButton } from '@/ui/icon-button';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { useChange } from '../lists';

/** The devices on which a person is signed in, which can be signed out one by one. */
export function Sessions({ id }: { id: string }) {
  const query = useQuery({ ...wholeList(['/api/admin/users', id, 'sessions']), staleTime: 0 });
  const act = useChange();
  const end = (session: string, device: string) =>
    act.mutate({
      call: () => request(`/api/admin/users/${id}/sessions/${session}`, { method: 'DELETE' }),
      done: t('adminPeople.sessionEnded', { device }),
    });
  return (
    <section className="grid gap-2.5">
      <h3 className="font-semibold">{t('adminPeople.sessions')}</h3>
      <QueryView
        query={query}
        skeleton={<Skeleton className="h-12 w-full rounded-lg" />}
        empty={<p className="text-fg-muted text-sm">{t('adminPeople.noSessions')}</p>}
      >
        {(sessions) => (
          <ul aria-label={t('adminPeople.sessions')} className="divide-y divide-line rounded-lg border border-line text-sm">
            {sessions.map((session) => {
              const device = session.name || session.device;
              return (
                <li key={session.id} className="flex items-center gap-3 px-3 py-2">
                  <span className="min-w-0 flex-1 break-words">
                    <span className="block font-semibold">{device}</span>
                    <span className="text-fg-muted">
                      {session.address} · {t('adminPeople.lastUsed', { when: moment(session.lastUsedAt, language()) })}
                    </span>
                  </span>
                  <IconButton
                    icon={LogOut}
                    size="sm"
                    label={t('adminPeople.endSession', { device })}
                    onClick={() => end(session.id, device)}
                  />
                </li>
              );
            })}
          </ul>
        )}
      </QueryView>
    </section>
  );
}
