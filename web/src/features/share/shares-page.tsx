import { useQuery } from '@tanstack/react-query';
import { Link2, Trash2 } from 'lucide-react';
import type { Share } from '@/api/types';
import { language, t } from '@/i18n/share';
import { day } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { EmptyState } from '@/ui/empty-state';
import { IconButton } from '@/ui/icon-button';
import { PageHeader } from '@/ui/page-header';
import { QueryView } from '@/ui/query-view';
import { Select } from '@/ui/select';
import { Skeleton } from '@/ui/skeleton';
import { LIFETIMES, type Lifetime, sharesQuery, useExpiry, useRevokeShare, visitsOf } from './queries';

/** /shares: the person's links, how often they were opened, and when they expire. */
export function SharesPage() {
  return (
    <>
      <PageHeader title={t('title.shares')} lead={t('shares.lead')} />
      <QueryView
        query={useQuery(sharesQuery)}
        skeleton={<Skeleton className="h-40 w-full" />}
        empty={<EmptyState icon={Link2} title={t('shares.empty')} text={t('shares.emptyText')} />}
      >
        {(shares) => (
          <ul className="divide-y divide-line">
            {shares.map((share) => (
              <Row key={share.id} share={share} />
            ))}
          </ul>
        )}
      </QueryView>
    </>
  );
}

function Row({ share }: { share: Share }) {
  const revoke = useRevokeShare();
  const expiry = useExpiry();
  const over = share.expiresAt !== null && Date.parse(share.expiresAt) <= Date.now();
  const title = share.title || t('shares.gone');
  return (
    <li className="flex flex-wrap items-center gap-3 py-3">
      <div className="min-w-[min(100%,14rem)] flex-1">
        <p className="truncate font-semibold">
          {share.title && !over ? (
            <a href={share.url} className="hover:underline">
              {title}
            </a>
          ) : (
            title
          )}
        </p>
        <p className="tnum text-fg-muted text-sm">
          {t(`share.kind.${share.kind}`)} · {visitsOf(share)} · {day(share.createdAt, language())}
          {!share.isOwn && share.sharedBy && ` · ${t('shared.by', { name: share.sharedBy })}`}
        </p>
      </div>
      {over ? (
        <Badge>{t('shares.over')}</Badge>
      ) : (
        <Select
          label={t('shares.lifetimeOf', { title })}
          value={share.expiresAt === null ? '0' : 'until'}
          onChange={(value) => value !== 'until' && expiry.mutate({ id: share.id, days: Number(value) as Lifetime })}
          options={[
            ...(share.expiresAt === null
              ? []
              : [{ value: 'until', label: t('share.linkUntil', { day: day(share.expiresAt, language()) }) }]),
            ...LIFETIMES.map((n) => ({ value: String(n), label: n === 0 ? t('share.forever') : t('share.days', { n }) })),
          ]}
        />
      )}
      <IconButton
        icon={Trash2}
        label={t('shares.revokeNamed', { title })}
        disabled={revoke.isPending}
        onClick={() => revoke.mutate(share.id)}
      />
    </li>
  );
}
