import { displayName } from '@/api/auth/session';
import type { Query } from '@/api/contract';
import { onePage } from '@/api/query-client';
import type { Member } from '@/api/types';
import { language, t } from '@/i18n/admin/people';
import { bytes, day, moment } from '@/lib/format';
import { Badge } from '@/ui/badge';
import type { Asked, Column, Filter } from '../table/columns';
import { roleOptions } from './roles';

/** One page of the people; useTableState makes sure that the server knows its parameters. */
export const peoplePage = (asked: Asked) => onePage(['/api/users', asked as Query<'/api/users'>]);

const STATUSES = ['active', 'disabled', 'leaving'] as const;

const statusOf = ({ isActive, deleteAt }: Member) => (deleteAt ? 'leaving' : isActive ? 'active' : 'disabled');
const TONES = { active: 'success', disabled: 'neutral', leaving: 'danger' } as const;

/** Whether a person can sign in. */
export const StatusBadge = ({ member }: { member: Member }) => (
  <Badge tone={TONES[statusOf(member)]}>{t(`adminPeople.status.${statusOf(member)}`)}</Badge>
);

export const providerOf = ({ authProvider }: Member) =>
  authProvider ? authProvider.charAt(0).toUpperCase() + authProvider.slice(1) : t('adminPeople.password');
export const verifiedOf = ({ isVerified }: Member) => t(isVerified ? 'adminPeople.yes' : 'adminPeople.no');
const roleOf = ({ role }: Member) => t(`nav.role.${role}`);
export const activeOf = ({ lastActiveAt }: Member) => (lastActiveAt ? moment(lastActiveAt, language()) : t('adminPeople.never'));

export const peopleColumns = (): Column<Member>[] => [
  { id: 'name', label: t('adminPeople.person'), sorts: 'up', cell: displayName, text: displayName },
  {
    id: 'email',
    label: t('adminPeople.email'),
    sorts: 'up',
    cell: ({ email }) => <span className="block max-w-60 whitespace-normal break-words">{email}</span>,
    text: ({ email }) => email,
    isLong: true,
  },
  { id: 'role', label: t('people.role'), sorts: 'down', cell: roleOf, text: roleOf },
  { id: 'provider', label: t('adminPeople.provider'), sorts: 'up', cell: providerOf, text: providerOf },
  { id: 'verified', label: t('adminPeople.verified'), sorts: 'down', cell: verifiedOf, text: verifiedOf },
  { id: 'storage', label: t('adminPeople.storage'), sorts: 'down', cell: ({ storage }) => bytes(storage), text: ({ storage }) => storage },
  {
    id: 'created',
    label: t('adminPeople.joined'),
    sorts: 'down',
    cell: ({ createdAt }) => day(createdAt, language()),
    text: ({ createdAt }) => createdAt,
  },
  { id: 'active', label: t('adminPeople.active'), sorts: 'down', cell: activeOf, text: ({ lastActiveAt }) => lastActiveAt },
  {
    id: 'status',
    label: t('admin.table.status'),
    sorts: 'up',
    cell: (member) => <StatusBadge member={member} />,
    text: (member) => t(`adminPeople.status.${statusOf(member)}`),
  },
];

export const peopleFilters = (): Filter[] => [
  { id: 'role', label: t('people.role'), options: roleOptions() },
  {
    id: 'status',
    label: t('admin.table.status'),
    options: STATUSES.map((value) => ({ value, label: t(`adminPeople.status.${value}`) })),
  },
  {
    id: 'verified',
    label: t('adminPeople.verified'),
    options: [
      { value: 'yes', label: t('adminPeople.yes') },
      { value: 'no', label: t('adminPeople.no') },
    ],
  },
];
