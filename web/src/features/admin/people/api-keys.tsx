import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { request } from '@/api/client';
import { wholeList } from '@/api/query-client';
import type { APIKey } from '@/api/types';
import { language, t } from '@/i18n/admin/people';
import { count, moment } from '@/lib/format';
import { AskDialog } from '@/ui/ask-dialog';
import { IconButton } from '@/ui/icon-button';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { useChange } from '../lists';

/** The API keys of a person, which can be revoked one by one. */
export function APIKeys({ id }: { id: string }) {
  const query = useQuery({ ...wholeList(['/api/admin/users', id, 'api-keys']), staleTime: 0 });
  const act = useChange();
  const revoke = (key: APIKey) =>
    act.mutate({
      call: () => request(`/api/admin/users/${id}/api-keys/${key.id}`, { method: 'DELETE' }),
      done: t('adminPeople.keyRevoked', { name: key.name }),
    });
  return (
    <section className="grid gap-2.5">
      <h3 className="font-semibold">
        {t('adminPeople.keys')}{' '}
        {query.data && query.data.length > 0 && <span className="text-fg-muted">{count(query.data.length, language())}</span>}
      </h3>
      <QueryView
        query={query}
        skeleton={<Skeleton className="h-12 w-full rounded-lg" />}
        empty={<p className="text-fg-muted text-sm">{t('adminPeople.noKeys')}</p>}
      >
        {(keys) => (
          <ul aria-label={t('adminPeople.keys')} className="divide-y divide-line rounded-lg border border-line text-sm">
            {keys.map((key) => (
              <li key={key.id} className="flex items-center gap-3 px-3 py-2">
                <span className="min-w-0 flex-1 break-words">
                  <span className="block font-semibold">{key.name}</span>
                  <span className="text-fg-muted">
                    {key.scopes.map((scope) => t(`adminPeople.scope.${scope}`)).join(', ')} · {usedLine(key)}
                  </span>
                </span>
                <AskDialog
                  trigger={<IconButton icon={Trash2} size="sm" label={t('adminPeople.revokeKey', { name: key.name })} />}
                  title={t('adminPeople.revokeKey', { name: key.name })}
                  description={t('adminPeople.revokeKeyText')}
                  action={t('adminPeople.revoke')}
                  onConfirm={() => revoke(key)}
                />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </section>
  );
}

const usedLine = ({ lastUsedAt }: APIKey) =>
  lastUsedAt ? t('adminPeople.lastUsed', { when: moment(lastUsedAt, language()) }) : t('adminPeople.neverUsed');
