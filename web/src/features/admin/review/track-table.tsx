import { useSearch } from '@tanstack/react-router';
import { Check, EyeOff, Sparkles, X } from 'lucide-react';
import { useState } from 'react';
import type { AITrack } from '@/api/types';
import { t } from '@/i18n/ai-review';
import '@/i18n/admin/table';
import { EmptyState } from '@/ui/empty-state';
import type { BulkAction } from '../table/columns';
import { DataTable } from '../table/data-table';
import { providerFilter, trackColumns } from './columns';
import { decideAll, type Status, trackPage, UPLOAD, useProviderNames, useProviderOptions } from './queries';
import { LONGEST_REASON } from './reason-dialog';
import { ReviewDialog } from './review-dialog';
import { TrackActions } from './track-actions';
import { TrackDetails } from './track-details';

/** The tracks with one verdict, and what may be done with them. */
export function TrackTable({ status }: { status: Status }) {
  const [opened, open] = useState<AITrack | null>(null);
  const providers = useProviderOptions([UPLOAD], useSearch({ strict: false }).provider);
  return (
    <>
      <DataTable
        key={status}
        name="ai-tracks"
        label={t(`aiReview.tab.${status}`)}
        search={t('aiReview.search')}
        page={trackPage(status)}
        columns={trackColumns(useProviderNames())}
        filters={[providerFilter(providers)]}
        sort="-created"
        nameOf={({ title }) => title}
        below={({ userName, prompt }) => <span className="block max-w-80 truncate">{[userName, prompt].filter(Boolean).join(' · ')}</span>}
        rowActions={(track) => <TrackActions track={track} onOpen={() => open(track)} />}
        hasLongActions
        details={(track, close) => (
          <TrackDetails
            track={track}
            onOpen={() => {
              close();
              open(track);
            }}
          />
        )}
        bulk={bulkActions(status)}
        empty={<EmptyState icon={Sparkles} title={t(`aiReview.none.${status}`)} text={t('aiReview.noneText')} />}
      />
      {opened && <ReviewDialog track={opened} onClose={() => open(null)} />}
    </>
  );
}

/** Owners are told of every decision at once, so that none is taken back behind their backs. */
function bulkActions(status: Status): BulkAction[] {
  const reason = { label: t('aiReview.reason'), max: LONGEST_REASON };
  const approve = {
    id: 'approve',
    label: t('aiReview.approve'),
    icon: Check,
    run: decideAll('approve'),
    done: (n: number) => t('aiReview.allDone.approve', { n }),
  };
  const reject = {
    id: 'reject',
    label: t('aiReview.reject'),
    icon: X,
    run: decideAll('reject'),
    done: (n: number) => t('aiReview.allDone.reject', { n }),
    reason,
  };
  const unpublish = {
    id: 'unpublish',
    label: t('aiReview.unpublish'),
    icon: EyeOff,
    run: decideAll('unpublish'),
    done: (n: number) => t('aiReview.allDone.unpublish', { n }),
    reason,
  };
  return { pending: [approve, reject], approved: [unpublish], rejected: [approve] }[status];
}
