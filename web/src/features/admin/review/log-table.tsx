import { useSearch } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import type { AILog } from '@/api/types';
import { language, t } from '@/i18n/ai-review';
import '@/i18n/admin/table';
import { costPerCall, moment } from '@/lib/format';
import { EmptyState } from '@/ui/empty-state';
import { DataTable } from '../table/data-table';
import { Facts } from '../table/row-sheet';
import { logColumns, logFilters } from './columns';
import { ProviderBadge } from './provider-badge';
import { logPage, useProviderNames, useProviderOptions } from './queries';

/** What was asked of the composer and the providers, and what it cost. */
export function LogTable() {
  const providers = useProviderOptions([], useSearch({ strict: false }).provider);
  return (
    <DataTable
      name="ai-logs"
      label={t('aiReview.tab.logs')}
      search={t('aiReview.search')}
      page={logPage}
      columns={logColumns(useProviderNames())}
      filters={logFilters(providers)}
      sort="-time"
      nameOf={nameOf}
      details={(log) => <LogDetails log={log} />}
      empty={<EmptyState icon={ReceiptText} title={t('aiReview.none.logs')} text={t('aiReview.noneText')} />}
    />
  );
}

const nameOf = ({ userName }: AILog) => userName || t('aiReview.tab.logs');

const LogDetails = ({ log: { userName, provider, prompt, timestamp, status, cost } }: { log: AILog }) => (
  <Facts
    facts={[
      [t('aiReview.user'), userName],
      [t('aiReview.column.provider'), <ProviderBadge key="provider" provider={provider} />],
      [t('aiReview.prompt'), prompt],
      [t('aiReview.column.time'), moment(timestamp, language())],
      [t('admin.table.status'), t(`aiReview.log.${status}`)],
      [t('aiReview.column.cost'), costPerCall(cost)],
    ]}
  />
);
