import type { AILog, AITrack } from '@/api/types';
import { language, t } from '@/i18n/ai-review';
import { costPerCall, count, day, moment, score, time } from '@/lib/format';
import { Badge } from '@/ui/badge';
import type { Column, Filter } from '../table/columns';
import { ProviderBadge } from './provider-badge';

/** The columns of the tracks. The file has what the operator calls the provider. */
export const trackColumns = (providerName: (provider: string) => string): Column<AITrack>[] => [
  { id: 'title', label: t('aiReview.column.track'), sorts: 'up', cell: ({ title }) => title, text: ({ title }) => title },
  {
    id: 'provider',
    label: t('aiReview.column.provider'),
    sorts: 'up',
    cell: ({ provider }) => <ProviderBadge provider={provider} />,
    text: ({ provider }) => providerName(provider),
  },
  {
    id: 'quality',
    label: t('aiReview.column.quality'),
    sorts: 'down',
    cell: ({ qualityScore }) => (qualityScore === null ? '—' : score(qualityScore)),
    text: ({ qualityScore }) => qualityScore,
  },
  {
    id: 'duration',
    label: t('aiReview.column.duration'),
    sorts: 'down',
    cell: ({ duration }) => time(duration),
    text: ({ duration }) => time(duration),
  },
  {
    id: 'created',
    label: t('aiReview.column.created'),
    sorts: 'down',
    cell: ({ createdAt }) => day(createdAt, language()),
    text: ({ createdAt }) => createdAt,
  },
  {
    id: 'user',
    label: t('aiReview.user'),
    sorts: 'up',
    cell: ({ userName }) => userName,
    text: ({ userName }) => userName,
    optional: true,
  },
  {
    id: 'prompt',
    label: t('aiReview.prompt'),
    cell: ({ prompt }) => <Prompt text={prompt} />,
    text: ({ prompt }) => prompt,
    optional: true,
    isLong: true,
  },
  { id: 'genre', label: t('admin.table.genre'), cell: ({ genre }) => genre || '—', text: ({ genre }) => genre, optional: true },
  {
    id: 'plays',
    label: t('aiReview.column.plays'),
    sorts: 'down',
    cell: ({ playCount }) => count(playCount, language()),
    text: ({ playCount }) => playCount,
    optional: true,
  },
  {
    id: 'likes',
    label: t('aiReview.column.likes'),
    sorts: 'down',
    cell: ({ likes }) => count(likes, language()),
    text: ({ likes }) => likes,
    optional: true,
  },
  {
    id: 'reviewed',
    label: t('aiReview.column.reviewed'),
    sorts: 'down',
    cell: ({ reviewedAt }) => (reviewedAt ? day(reviewedAt, language()) : '—'),
    text: ({ reviewedAt }) => reviewedAt,
    optional: true,
  },
  {
    id: 'reviewer',
    label: t('aiReview.column.reviewer'),
    cell: ({ reviewedBy }) => reviewedBy ?? '—',
    text: ({ reviewedBy }) => reviewedBy,
    optional: true,
  },
];

const Prompt = ({ text }: { text: string }) => (
  <span className="block max-w-80 truncate" data-tooltip={text}>
    {text}
  </span>
);

/** The columns of the log. */
export const logColumns = (providerName: (provider: string) => string): Column<AILog>[] => [
  { id: 'user', label: t('aiReview.user'), sorts: 'up', cell: ({ userName }) => userName || '—', text: ({ userName }) => userName },
  {
    id: 'provider',
    label: t('aiReview.column.provider'),
    sorts: 'up',
    cell: ({ provider }) => <ProviderBadge provider={provider} />,
    text: ({ provider }) => providerName(provider),
  },
  { id: 'prompt', label: t('aiReview.prompt'), cell: ({ prompt }) => <Prompt text={prompt} />, text: ({ prompt }) => prompt, isLong: true },
  {
    id: 'time',
    label: t('aiReview.column.time'),
    sorts: 'down',
    cell: ({ timestamp }) => moment(timestamp, language()),
    text: ({ timestamp }) => timestamp,
  },
  {
    id: 'status',
    label: t('admin.table.status'),
    sorts: 'up',
    cell: ({ status }) => <Badge tone={status === 'success' ? 'success' : 'neutral'}>{t(`aiReview.log.${status}`)}</Badge>,
    text: ({ status }) => t(`aiReview.log.${status}`),
  },
  { id: 'cost', label: t('aiReview.column.cost'), sorts: 'down', cell: ({ cost }) => costPerCall(cost), text: ({ cost }) => cost },
];

export const providerFilter = (options: Filter['options']): Filter => ({ id: 'provider', label: t('aiReview.column.provider'), options });

export const logFilters = (providers: Filter['options']): Filter[] => [
  {
    id: 'status',
    label: t('admin.table.status'),
    options: (['success', 'failed', 'cancelled'] as const).map((value) => ({ value, label: t(`aiReview.log.${value}`) })),
  },
  providerFilter(providers),
];
