import { useQuery } from '@tanstack/react-query';
import { Headphones, LogOut, Music, ShieldUser, Trash2, UserCheck, Users, UserX } from 'lucide-react';
import { displayName, useSession } from '@/api/auth/session';
import { request } from '@/api/client';
import { configQuery } from '@/api/queries';
import type { Member, Role } from '@/api/types';
import { language, t } from '@/i18n/admin/people';
import '@/i18n/admin';
import '@/i18n/admin/table';
import '@/i18n/settings';
import { day } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { EmptyState } from '@/ui/empty-state';
import type { BulkAction } from '../table/columns';
import { DataTable } from '../table/data-table';
import { peopleColumns, peopleFilters, peoplePage } from './columns';
import { PersonDetails } from './person-details';

/** Everybody with an account. */
export function PeopleTable() {
  const self = useSession().user?.id;
  return (
    <DataTable
      name="people"
      label={t('people.people')}
      search={t('people.search')}
      page={peoplePage}
      columns={peopleColumns()}
      filters={peopleFilters()}
      sort="-created"
      nameOf={displayName}
      below={(member) => <Notes member={member} isSelf={member.id === self} />}
      details={(member, close) => <PersonDetails member={member} isSelf={member.id === self} onDeleted={close} />}
      bulk={bulkActions()}
      selectable={({ id }) => id !== self}
      empty={<EmptyState icon={Users} title={t('adminPeople.none')} text={t('adminPeople.noneText')} />}
    />
  );
}

/** What stands out about a person. */
function Notes({ member: { deleteAt, isLocked, isVerified }, isSelf }: { member: Member; isSelf: boolean }) {
  const sendsMail = useQuery(configQuery).data?.mail ?? false; // without mail, no address is ever verified
  return (
    <span className="flex flex-wrap items-center gap-1.5">
      {isSelf && <Badge tone="accent">{t('people.you')}</Badge>}
      {isLocked && <Badge tone="warning">{t('people.locked')}</Badge>}
      {!isVerified && sendsMail && <Badge tone="warning">{t('email.unverified')}</Badge>}
      {deleteAt && t('adminPeople.leaves', { day: day(deleteAt, language()) })}
    </span>
  );
}

type Action = 'disable' | 'enable' | 'signOut' | 'delete' | 'restore';

const send = (action: Action) => (ids: string[]) => request('/api/admin/users/bulk', { method: 'POST', body: { action, ids } });
const setRole = (role: Role) => (ids: string[]) =>
  request('/api/admin/users/bulk', { method: 'POST', body: { action: 'setRole', role, ids } });

const bulkActions = (): BulkAction[] => [
  {
    id: 'listener',
    label: t('adminPeople.makeListener'),
    icon: Headphones,
    run: setRole('listener'),
    done: (n) => t('adminPeople.roleSet', { n }),
  },
  {
    id: 'creator',
    label: t('adminPeople.makeCreator'),
    icon: Music,
    run: setRole('creator'),
    done: (n) => t('adminPeople.roleSet', { n }),
  },
  {
    id: 'admin',
    label: t('adminPeople.makeOperator'),
    icon: ShieldUser,
    run: setRole('admin'),
    done: (n) => t('adminPeople.roleSet', { n }),
    question: t('adminPeople.makeOperatorText'),
  },
  {
    id: 'disable',
    label: t('adminPeople.disable'),
    icon: UserX,
    run: send('disable'),
    undo: send('enable'),
    done: (n) => t('adminPeople.nDisabled', { n }),
  },
  {
    id: 'enable',
    label: t('adminPeople.enable'),
    icon: UserCheck,
    run: send('enable'),
    undo: send('disable'),
    done: (n) => t('adminPeople.nEnabled', { n }),
  },
  { id: 'signOut', label: t('adminPeople.signOut'), icon: LogOut, run: send('signOut'), done: (n) => t('adminPeople.nSignedOut', { n }) },
  {
    id: 'delete',
    label: t('admin.delete'),
    icon: Trash2,
    run: send('delete'),
    undo: send('restore'),
    done: (n) => t('adminPeople.nDeleted', { n }),
    warning: t('adminPeople.deleteText'),
  },
];
