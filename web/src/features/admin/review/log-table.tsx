import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { language, t } from '@/i18n/ai-review';
import { costPerCall, moment } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { EmptyState } from '@/ui/empty-state';
import { Row } from '../plain-table';
import { SearchedList } from '../searched-list';
import { ProviderBadge } from './provider-badge';
import { logsList, useProviderNames } from './queries';

const columns = () => [
  t('aiReview.user'),
  t('aiReview.column.provider'),
  t('aiReview.prompt'),
  t('aiReview.column.time'),
  t('admin.table.status'),
  t('aiReview.column.cost'),
];

/** What was asked of the composer and the providers, and what it cost. */
export function LogTable() {
  const nameOf = useProviderNames();
  return (
    <SearchedList
      query={useInfiniteQuery(logsList)}
      search={t('aiReview.search')}
      textsOf={({ userName, prompt, provider }) => [userName, prompt, provider, nameOf(provider)]}
      label={t('aiReview.tab.logs')}
      columns={columns()}
      empty={<EmptyState icon={ReceiptText} title={t('aiReview.none.logs')} text={t('aiReview.noneText')} />}
      row={({ id, userName, provider, prompt, timestamp, status, cost }) => (
        <Row
          key={id}
          columns={columns()}
          name={userName}
          cells={[
            <ProviderBadge key="provider" provider={provider} />,
            <span key="prompt" className="block max-w-80 truncate" data-tooltip={prompt}>
              {prompt}
            </span>,
            moment(timestamp, language()),
            <Badge key="status" tone={status === 'success' ? 'success' : 'neutral'}>
              {t(`aiReview.log.${status}`)}
            </Badge>,
            costPerCall(cost),
          ]}
        />
      )}
    />
  );
}
