import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { displayName } from '@/api/auth/session';
import { request } from '@/api/client';
import { apiQuery } from '@/api/query-client';
import type { Member, Role } from '@/api/types';
import { language, t } from '@/i18n/admin/people';
import { bytes, count, day, moment, span } from '@/lib/format';
import { AskDialog } from '@/ui/ask-dialog';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Select } from '@/ui/select';
import { useChange } from '../lists';
import { Facts } from '../table/row-sheet';
import { TypedDialog } from '../table/typed-dialog';
import { APIKeys } from './api-keys';
import { activeOf, providerOf, StatusBadge, verifiedOf } from './columns';
import { PersonLimits } from './limits';
import { roleOptions } from './roles';
import { Sessions } from './sessions';

type PersonProps = { member: Member; isSelf: boolean; onDeleted: () => void };

/** What the side sheet says about a person, and what can be done with the account. */
export function PersonDetails({ member, isSelf, onDeleted }: PersonProps) {
  return (
    <>
      {member.deleteAt && <Leaving member={member} deleteAt={member.deleteAt} />}
      {isSelf ? (
        <p>
          <Badge tone="accent">{t('people.you')}</Badge>
        </p>
      ) : (
        <Actions member={member} onDeleted={onDeleted} />
      )}
      <Facts
        facts={[
          [t('admin.table.status'), <StatusBadge key="status" member={member} />],
          [t('adminPeople.email'), member.email],
          [t('people.role'), t(`nav.role.${member.role}`)],
          [t('adminPeople.provider'), providerOf(member)],
          [t('adminPeople.verified'), verifiedOf(member)],
          [t('adminPeople.joined'), moment(member.createdAt, language())],
          [t('adminPeople.lastLogin'), member.lastLoginAt ? moment(member.lastLoginAt, language()) : t('adminPeople.never')],
          [t('adminPeople.active'), activeOf(member)],
        ]}
      />
      <Uses id={member.id} storage={member.storage} />
      <PersonLimits id={member.id} name={displayName(member)} />
      <Sessions id={member.id} />
      <APIKeys id={member.id} />
    </>
  );
}

function Leaving({ member, deleteAt }: { member: Member; deleteAt: string }) {
  return (
    <div className="rounded-lg border border-danger p-3 text-sm">
      <p className="font-semibold">{t('adminPeople.leaves', { day: day(deleteAt, language()) })}</p>
      <p className="text-fg-muted">{t(member.isRemoved ? 'adminPeople.leavesRemoved' : 'adminPeople.leavesOwn')}</p>
    </div>
  );
}

function Actions({ member, onDeleted }: { member: Member; onDeleted: () => void }) {
  const { id, role, isActive, isLocked, isRemoved } = member;
  const name = displayName(member);
  const path = `/api/admin/users/${id}` as const;
  const act = useChange();
  const change = (body: { role?: Role; active?: boolean }) =>
    act.mutate({ call: () => request(path, { method: 'PUT', body }), done: t('people.changed', { name }) });
  const post = (what: 'unlock' | 'sign-out' | 'password-reset' | 'restore', done: string) =>
    act.mutate({ call: () => request(`${path}/${what}`, { method: 'POST' }), done });
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Select<Role> label={t('people.roleOf', { name })} value={role} onChange={(next) => change({ role: next })} options={roleOptions()} />
      {isRemoved ? (
        <Button size="sm" disabled={act.isPending} onClick={() => post('restore', t('adminPeople.restored', { name }))}>
          {t('adminPeople.restore')}
        </Button>
      ) : (
        <Button size="sm" variant="secondary" disabled={act.isPending} onClick={() => change({ active: !isActive })}>
          {t(isActive ? 'people.disable' : 'people.enable')}
        </Button>
      )}
      {isLocked && (
        <Button size="sm" variant="secondary" onClick={() => post('unlock', t('people.unlocked', { name }))}>
          {t('people.unlock')}
        </Button>
      )}
      <Button size="sm" variant="secondary" onClick={() => post('sign-out', t('people.signedOut', { name }))}>
        {t('people.signOut')}
      </Button>
      <Button size="sm" variant="secondary" onClick={() => post('password-reset', t('people.resetSent', { name }))}>
        {t('people.reset')}
      </Button>
      <Deletion member={member} onDeleted={onDeleted} />
    </div>
  );
}

/** What the server says about one person. */
const personQuery = (id: string) => ({ ...apiQuery(['/api/admin/users', id]), staleTime: 0 });

/** Deletes an account when operators can no longer restore it, or at once. */
function Deletion({ member, onDeleted }: { member: Member; onDeleted: () => void }) {
  const [asks, setAsks] = useState(false);
  const act = useChange();
  const name = displayName(member);
  const path = `/api/admin/users/${member.id}` as const;
  const { data } = useQuery(personQuery(member.id));
  const due = data ? day(data.removalEnd, language()) : '';
  const remove = () => act.mutate({ call: () => request(path, { method: 'DELETE' }), done: t('adminPeople.removed', { name, day: due }) });
  const erase = () => {
    setAsks(false);
    act.mutate({ call: () => request(`${path}/erase`, { method: 'POST' }), done: t('people.deleted', { name }) }, { onSuccess: onDeleted });
  };
  return (
    <>
      {!member.isRemoved && (
        <AskDialog
          trigger={
            <Button size="sm" variant="danger" disabled={!data}>
              {t('people.delete')}
            </Button>
          }
          title={t('people.deleteNamed', { name })}
          description={`${t('adminPeople.leaves', { day: due })}. ${t('adminPeople.deleteText')}`}
          action={t('people.delete')}
          onConfirm={remove}
        />
      )}
      <Button size="sm" variant="outline" onClick={() => setAsks(true)}>
        {t('adminPeople.deleteNow')}
      </Button>
      <TypedDialog
        action={asks ? { label: t('adminPeople.deleteNow'), warning: t('adminPeople.deleteNowText') } : null}
        names={[name]}
        word={name}
        onClose={() => setAsks(false)}
        onConfirm={erase}
      />
    </>
  );
}

/** What the person has on the server and did lately. */
function Uses({ id, storage }: { id: string; storage: number }) {
  const { data } = useQuery(personQuery(id));
  const n = (value: number | undefined) => value !== undefined && count(value, language());
  return (
    <section className="grid gap-2.5">
      <h3 className="font-semibold">{t('adminPeople.uses')}</h3>
      <Facts
        facts={[
          [t('adminPeople.storage'), bytes(storage)],
          [t('adminPeople.tracks'), n(data?.tracks)],
          [t('adminPeople.playlists'), n(data?.playlists)],
          [t('adminPeople.stations'), n(data?.stations)],
          [t('adminPeople.mixes'), n(data?.mixes)],
          [t('adminPeople.automixes'), n(data?.automixes)],
          [t('adminPeople.plays'), n(data?.plays)],
          [t('adminPeople.listened'), data && span(data.listened)],
          [t('adminPeople.compositions'), n(data?.compositions)],
        ]}
      />
    </section>
  );
}
