import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { RefreshCw, Settings } from 'lucide-react';
import { useState } from 'react';
import { language, t } from '@/i18n/ai-review';
import { costTotal, count, percent } from '@/lib/format';
import { Button } from '@/ui/button';
import { PageHeader } from '@/ui/page-header';
import { Tabs } from '@/ui/tabs';
import { Figure, Figures } from '../figures';
import { LogTable } from './log-table';
import { ProvidersDialog } from './providers-dialog';
import { statsQuery } from './queries';
import { TrackTable } from './track-table';

const TABS = ['pending', 'approved', 'rejected', 'logs'] as const;

/** /admin/ia: what AI made on this server, to be approved or rejected, and what it cost. The tab is in the address. */
export function ReviewPage() {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const chosen = TABS.find((tab) => tab === search.tab) ?? 'pending';
  return (
    <>
      <PageHeader title={t('admin.ia')} lead={t('aiReview.lead')} actions={<Actions />} />
      <Stats />
      <Tabs
        label={t('admin.ia')}
        value={chosen}
        onChange={(tab) => void navigate({ to: '.', search: { tab }, replace: true })}
        tabs={TABS.map((value) => ({ value, label: t(`aiReview.tab.${value}`) }))}
      >
        {chosen === 'logs' ? <LogTable /> : <TrackTable status={chosen} />}
      </Tabs>
    </>
  );
}

function Actions() {
  const [isChecking, setChecking] = useState(false);
  return (
    <>
      <Button asChild variant="secondary">
        <Link to="/admin/settings" search={{ tab: 'keys' }}>
          <Settings size={18} aria-hidden />
          {t('aiReview.settings')}
        </Link>
      </Button>
      <Button variant="secondary" onClick={() => setChecking(true)}>
        <RefreshCw size={18} aria-hidden />
        {t('aiReview.sync')}
      </Button>
      {isChecking && <ProvidersDialog onClose={() => setChecking(false)} />}
    </>
  );
}

function Stats() {
  const stats = useQuery(statsQuery).data;
  if (!stats) return null;
  const { totalGenerated, pendingReview, monthlyCost, approvalRate } = stats;
  return (
    <Figures>
      <Figure label={t('aiReview.stat.total')} value={count(totalGenerated, language())} />
      <Figure label={t('aiReview.stat.pending')} value={count(pendingReview, language())} />
      <Figure label={t('aiReview.stat.cost')} value={costTotal(monthlyCost)} />
      <Figure label={t('aiReview.stat.rate')} value={approvalRate === null ? '—' : percent(100 * approvalRate)} />
    </Figures>
  );
}
