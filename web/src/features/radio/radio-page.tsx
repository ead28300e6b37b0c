import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, Suspense } from 'react';
import { useStationEvents } from '@/api/station-events';
import { t } from '@/i18n/radio';
import { PageHeader } from '@/ui/page-header';
import { Skeleton } from '@/ui/skeleton';
import { Tabs } from '@/ui/tabs';
import { NewStation, type StationDialogType } from './new-station';
import { StationList } from './station-list';

const TABS = ['browse', 'local', 'trending', 'podcasts'] as const;

type RadioPageProps = {
  /** The content of the podcasts tab. */
  Podcasts: ComponentType;
  /** Creates a station. */
  Dialog: StationDialogType;
};

/** /radios: the stations of this server in three lists, and podcasts. The tab and the filters are in the address. */
export function RadioPage({ Podcasts, Dialog }: RadioPageProps) {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const chosen = TABS.find((tab) => tab === search.tab) ?? 'browse';
  useStationEvents();
  return (
    <>
      <PageHeader title={t('nav.radio')} lead={t('radio.lead')} actions={chosen !== 'podcasts' && <NewStation Dialog={Dialog} />} />
      <Tabs
        label={t('radio.tabs')}
        value={chosen}
        onChange={(tab) => void navigate({ to: '.', search: { ...search, tab: tab === 'browse' ? undefined : tab }, replace: true })}
        tabs={TABS.map((value) => ({ value, label: t(`radio.tab.${value}`) }))}
      >
        {chosen === 'podcasts' ? (
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <Podcasts />
          </Suspense>
        ) : (
          <StationList key={chosen} tab={chosen} />
        )}
      </Tabs>
    </>
  );
}
