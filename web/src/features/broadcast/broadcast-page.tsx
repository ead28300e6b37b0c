import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { type ComponentType, Suspense } from 'react';
import { stationQuery } from '@/api/stations';
import type { Station } from '@/api/types';
import { type PlainKey, t } from '@/i18n/broadcast';
import { usePageMeta } from '@/lib/page-meta';
import { lazily } from '@/lib/until-loaded';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { PageHeader } from '@/ui/page-header';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { Tabs } from '@/ui/tabs';
import type { PanelProps } from './panel';

type Tab = { value: string; label: PlainKey; panel: ComponentType<PanelProps>; for: (station: Station) => boolean };

const always = () => true;
const playsLists = ({ mode }: Station) => mode === 'autodj' || mode === 'both';
const takesPeople = ({ mode }: Station) => mode === 'live' || mode === 'both';

const TABS: readonly Tab[] = [
  {
    value: 'station',
    label: 'broadcast.tab.station',
    panel: lazily(() => import('./station-panel').then((m) => m.StationPanel)),
    for: always,
  },
  {
    value: 'next',
    label: 'broadcast.tab.next',
    panel: lazily(() => import('./next-panel').then((m) => m.NextPanel)),
    for: playsLists,
  },
  {
    value: 'music',
    label: 'broadcast.tab.music',
    panel: lazily(() => import('./music-panel').then((m) => m.MusicPanel)),
    for: playsLists,
  },
  {
    value: 'calendar',
    label: 'broadcast.tab.calendar',
    panel: lazily(() => import('./calendar-panel').then((m) => m.CalendarPanel)),
    for: ({ mode }) => mode !== 'relay',
  },
  {
    value: 'people',
    label: 'broadcast.tab.people',
    panel: lazily(() => import('./people-panel').then((m) => m.PeoplePanel)),
    for: takesPeople,
  },
  {
    value: 'recordings',
    label: 'broadcast.tab.recordings',
    panel: lazily(() => import('./recordings-panel').then((m) => m.RecordingsPanel)),
    for: takesPeople,
  },
  {
    value: 'health',
    label: 'broadcast.tab.health',
    panel: lazily(() => import('./health-panel').then((m) => m.HealthPanel)),
    for: always,
  },
];

/** /radios/$id/manage: everything that the owner configures for a station. */
export function BroadcastPage() {
  const { id = '' } = useParams({ strict: false });
  const station = useQuery(stationQuery(id));
  usePageMeta(station.data && t('broadcast.title', { station: station.data.name }));
  return (
    <QueryView query={station} skeleton={<Skeleton className="h-96" />}>
      {(data) => (data.canManage ? <Panels station={data} /> : <NotYours station={data} />)}
    </QueryView>
  );
}

function Panels({ station }: PanelProps) {
  const asked = useSearch({ strict: false }).tab;
  const navigate = useNavigate();
  const tabs = TABS.filter((tab) => tab.for(station));
  const chosen = tabs.find(({ value }) => value === asked) ?? (tabs[0] as Tab);
  return (
    <>
      <PageHeader
        title={t('broadcast.title', { station: station.name })}
        lead={station.problem}
        actions={<ToStation station={station} />}
      />
      <Tabs
        label={t('broadcast.tabs')}
        value={chosen.value}
        onChange={(tab) => void navigate({ to: '.', search: { tab }, replace: true })}
        tabs={tabs.map(({ value, label }) => ({ value, label: t(label) }))}
      >
        <Suspense fallback={<Skeleton className="h-60 w-full rounded-lg" />}>
          <chosen.panel key={station.id} station={station} />
        </Suspense>
      </Tabs>
    </>
  );
}

const ToStation = ({ station }: PanelProps) => (
  <Button asChild variant="secondary">
    <Link to="/radios/$id" params={{ id: station.id }}>
      {t('broadcast.toStation')}
    </Link>
  </Button>
);

const NotYours = ({ station }: PanelProps) => (
  <EmptyState
    icon={Lock}
    title={t('broadcast.notYours')}
    text={t('broadcast.notYoursText', { station: station.name })}
    action={<ToStation station={station} />}
  />
);
