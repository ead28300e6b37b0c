import type { Query } from '@/api/contract';
import { onePage } from '@/api/query-client';
import type { components } from '@/api/schema';
import { language, t } from '@/i18n/admin/premium';
import { day } from '@/lib/format';
import { Badge } from '@/ui/badge';
import type { Asked, Column, Filter } from '../table/columns';
import type { Plan } from './plan-draft';

export type Membership = components['schemas']['Membership'];

/** One page of the memberships; useTableState makes sure that the server knows its parameters. */
export const membershipPage = (asked: Asked) =>
  onePage(['/api/admin/premium/memberships', asked as Query<'/api/admin/premium/memberships'>]);

const STATUSES = ['trialing', 'active', 'past_due', 'canceled', 'ended'] as const;
const SOURCES = ['grant', 'code', 'stripe', 'community'] as const;
const TONES = { trialing: 'outline', active: 'success', past_due: 'warning', canceled: 'neutral', ended: 'neutral' } as const;

export const nameOf = ({ name, email }: Membership) => name || email;
export const sourceOf = ({ source }: Membership) => t(`adminPremium.source.${source}`);
const statusOf = ({ status }: Membership) => t(`adminPremium.status.${status}`);
const endOf = ({ endsAt }: Membership) => (endsAt ? day(endsAt, language()) : t('adminPremium.never'));

export const StatusBadge = ({ membership }: { membership: Membership }) => (
  <Badge tone={TONES[membership.status]}>{statusOf(membership)}</Badge>
);

export const membershipColumns = (): Column<Membership>[] => [
  { id: 'name', label: t('adminPremium.person'), sorts: 'up', cell: nameOf, text: nameOf },
  {
    id: 'email',
    label: t('adminPremium.email'),
    cell: ({ email }) => <span className="block max-w-60 whitespace-normal break-words">{email}</span>,
    text: ({ email }) => email,
    isLong: true,
  },
  { id: 'plan', label: t('adminPremium.plan'), sorts: 'up', cell: ({ planName }) => planName, text: ({ planName }) => planName },
  { id: 'source', label: t('adminPremium.source'), cell: sourceOf, text: sourceOf },
  {
    id: 'created',
    label: t('adminPremium.since'),
    sorts: 'down',
    cell: ({ startsAt }) => day(startsAt, language()),
    text: ({ startsAt }) => startsAt,
  },
  { id: 'ends', label: t('adminPremium.ends'), sorts: 'up', cell: endOf, text: ({ endsAt }) => endsAt },
  {
    id: 'status',
    label: t('adminPremium.status'),
    cell: (membership) => <StatusBadge membership={membership} />,
    text: statusOf,
  },
];

export const membershipFilters = (plans: readonly Plan[]): Filter[] => [
  {
    id: 'status',
    label: t('adminPremium.status'),
    options: STATUSES.map((value) => ({ value, label: t(`adminPremium.status.${value}`) })),
  },
  {
    id: 'source',
    label: t('adminPremium.source'),
    options: SOURCES.map((value) => ({ value, label: t(`adminPremium.source.${value}`) })),
  },
  { id: 'plan', label: t('adminPremium.plan'), options: plans.map(({ id, name }) => ({ value: id, label: name })) },
];
