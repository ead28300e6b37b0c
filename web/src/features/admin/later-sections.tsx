import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChartColumn, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { language, type PlainKey, t } from '@/i18n/admin';
import { change, count } from '@/lib/format';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { PageHeader } from '@/ui/page-header';
import { statsQuery } from './lists';
import { Figure, Figures } from './table';

/** A section with little to manage in this version, which says what there is instead. */
export const AnalyticsPage = () => (
  <Section title="admin.analytics" text="admin.later.analytics" icon={ChartColumn}>
    <Today />
  </Section>
);

function Today() {
  const stats = useQuery(statsQuery).data;
  if (!stats) return null;
  const { today, weekChangePercent } = stats.streams;
  return (
    <Figures>
      <Figure label={t('admin.stat.today')} value={count(today, language())} />
      <Figure label={t('admin.stat.week')} value={weekChangePercent === null ? '—' : change(weekChangePercent)} />
      <Figure label={t('admin.stat.people')} value={count(stats.users.activeToday, language())} />
      <Figure label={t('admin.stat.accounts')} value={count(stats.users.total, language())} />
    </Figures>
  );
}

type SectionProps = { title: PlainKey; text: PlainKey; icon: LucideIcon; children?: ReactNode };

function Section({ title, text, icon, children }: SectionProps) {
  return (
    <>
      <PageHeader title={t(title)} />
      {children}
      <EmptyState
        icon={icon}
        title={t('admin.later.title')}
        text={t(text)}
        action={
          <Button asChild>
            <Link to="/admin">{t('admin.later.open')}</Link>
          </Button>
        }
      />
    </>
  );
}
