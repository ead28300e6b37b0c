import { useQuery } from '@tanstack/react-query';
import { Ellipsis, KeyRound, LockOpen, LogOut, Trash2, UserCheck, UserX } from 'lucide-react';
import { useState } from 'react';
import { displayName, useSession } from '@/api/auth/session';
import { request } from '@/api/client';
import { configQuery } from '@/api/queries';
import type { Member, Role } from '@/api/types';
import { language, t } from '@/i18n/settings';
import { day } from '@/lib/format';
import { plain } from '@/lib/plain';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { IconButton } from '@/ui/icon-button';
import { type MenuItem, openMenu } from '@/ui/menu/open-menu';
import { QueryView } from '@/ui/query-view';
import { Select } from '@/ui/select';
import { Skeleton } from '@/ui/skeleton';
import { membersQuery, useAct } from './people-queries';

const ROLES: readonly Role[] = ['listener', 'creator', 'admin'];
export const roleOptions = (roles = ROLES) => roles.map((value) => ({ value, label: t(`nav.role.${value}`) }));

/** Everybody with an account. */
export function PeopleList() {
  const [wanted, setWanted] = useState('');
  const [leaving, setLeaving] = useState<Member | null>(null);
  return (
    <>
      <div className="max-w-sm">
        <Field label={t('people.search')} type="search" value={wanted} onChange={(event) => setWanted(event.target.value)} />
      </div>
      <QueryView query={useQuery(membersQuery)} skeleton={<Skeleton className="mt-5 h-60 w-full rounded-lg" />}>
        {(members) => <Found members={members.filter((member) => matches(member, wanted))} onDelete={setLeaving} />}
      </QueryView>
      <DeleteDialog member={leaving} onClose={() => setLeaving(null)} />
    </>
  );
}

const matches = (member: Member, wanted: string) => plain(`${displayName(member)} ${member.email}`).includes(plain(wanted.trim()));

function Found({ members, onDelete }: { members: Member[]; onDelete: (member: Member) => void }) {
  if (members.length === 0) return <p className="mt-5 text-fg-muted">{t('people.none')}</p>;
  return (
    <ul aria-label={t('people.people')} className="mt-5 divide-y divide-line rounded-lg border border-line bg-surface px-4 sm:px-5">
      {members.map((member) => (
        <Person key={member.id} member={member} onDelete={onDelete} />
      ))}
    </ul>
  );
}

function Person({ member, onDelete }: { member: Member; onDelete: (member: Member) => void }) {
  const { id, email, role, isActive, isVerified, isLocked, createdAt, lastLoginAt } = member;
  const self = useSession().user?.id === id;
  const sendsMail = useQuery(configQuery).data?.mail ?? false; // without mail, no address is ever verified
  const act = useAct();
  const name = displayName(member);
  const path = `/api/admin/users/${id}` as const;
  const change = (body: { role?: Role; active?: boolean }) =>
    act.mutate({ call: () => request(path, { method: 'PUT', body }), done: t('people.changed', { name }) });
  const joined = t('profile.joined', { day: day(createdAt, language()) });
  const seen = lastLoginAt ? t('people.seen', { day: day(lastLoginAt, language()) }) : t('people.neverSeen');
  const items: MenuItem[] = [
    isActive
      ? { label: t('people.disable'), icon: UserX, onSelect: () => change({ active: false }) }
      : { label: t('people.enable'), icon: UserCheck, onSelect: () => change({ active: true }) },
    {
      label: t('people.unlock'),
      icon: LockOpen,
      disabled: !isLocked,
      onSelect: () => act.mutate({ call: () => request(`${path}/unlock`, { method: 'POST' }), done: t('people.unlocked', { name }) }),
    },
    {
      label: t('people.signOut'),
      icon: LogOut,
      onSelect: () => act.mutate({ call: () => request(`${path}/sign-out`, { method: 'POST' }), done: t('people.signedOut', { name }) }),
    },
    {
      label: t('people.reset'),
      icon: KeyRound,
      onSelect: () =>
        act.mutate({ call: () => request(`${path}/password-reset`, { method: 'POST' }), done: t('people.resetSent', { name }) }),
    },
    'separator',
    { label: t('people.delete'), icon: Trash2, danger: true, onSelect: () => onDelete(member) },
  ];
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2.5 py-3.5">
      <div className="min-w-[min(100%,16rem)] flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {self && <Badge tone="accent">{t('people.you')}</Badge>}
          {!isActive && <Badge tone="danger">{t('people.disabled')}</Badge>}
          {isLocked && <Badge tone="warning">{t('people.locked')}</Badge>}
          {!isVerified && sendsMail && <Badge tone="warning">{t('email.unverified')}</Badge>}
        </p>
        {name !== email && <p className="text-fg-muted text-sm">{email}</p>}
        <p className="text-fg-muted text-sm">
          {joined} · {seen}
        </p>
      </div>
      {self ? (
        <Badge tone="outline">{t(`nav.role.${role}`)}</Badge>
      ) : (
        <>
          <Select<Role>
            label={t('people.roleOf', { name })}
            value={role}
            onChange={(next) => change({ role: next })}
            options={roleOptions()}
          />
          <IconButton
            icon={Ellipsis}
            label={t('people.moreFor', { name })}
            tooltip={false}
            aria-haspopup="menu"
            onClick={(event) => openMenu(event, t('people.moreFor', { name }), items)}
          />
        </>
      )}
    </li>
  );
}

function DeleteDialog({ member, onClose }: { member: Member | null; onClose: () => void }) {
  const act = useAct();
  const name = member ? displayName(member) : '';
  return (
    <Dialog
      open={member !== null}
      onOpenChange={(open) => open || onClose()}
      title={t('people.deleteNamed', { name })}
      description={t('people.deleteText')}
    >
      <div className="flex flex-wrap justify-end gap-3">
        <DialogClose asChild>
          <Button variant="ghost">{t('ask.cancel')}</Button>
        </DialogClose>
        <DialogClose asChild>
          <Button
            variant="danger"
            onClick={() =>
              member &&
              act.mutate({
                call: () => request(`/api/admin/users/${member.id}`, { method: 'DELETE' }),
                done: t('people.deleted', { name }),
              })
            }
          >
            {t('people.delete')}
          </Button>
        </DialogClose>
      </div>
    </Dialog>
  );
}
