import { useQuery } from '@tanstack/react-query';
import { Link, useBlocker, useParams } from '@tanstack/react-router';
import { Lock, MicOff } from 'lucide-react';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { apiQuery } from '@/api/query-client';
import type { Station } from '@/api/types';
import { t } from '@/i18n/on-air';
import { usePageMeta } from '@/lib/page-meta';
import { usePlayer } from '@/player/view/use-player';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { EmptyState } from '@/ui/empty-state';
import { PageHeader } from '@/ui/page-header';
import { RecordingLimit } from '@/ui/plan/plan-lock';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { AirCard } from './air-card';
import { MicrophoneStrip } from './microphone-strip';
import { MusicStrip } from './music-strip';
import { Studio } from './studio';
import { TrackFinder } from './track-finder';
import { UpNext } from './up-next';

/** /radios/$id/on-air */
export function OnAirPage() {
  const { id: stationId = '' } = useParams({ strict: false });
  const station = useQuery(apiQuery(['/api/radios', stationId]));
  usePageMeta(station.data && t('onAir.title', { station: station.data.name }));
  return (
    <QueryView query={station} skeleton={<Skeleton className="h-96" />}>
      {(data) => <Door key={data.id} station={data} />}
    </QueryView>
  );
}

/** Checks whether the person can go on air, and otherwise shows why not. */
function Door({ station }: { station: Station }) {
  const pass = useQuery({ ...apiQuery(['/api/radios', station.id, 'on-air']), staleTime: 0 });
  // Does not remove a DJ whose show has ended: the server tells the mixer.
  const [isIn, setIn] = useState(false);
  if (pass.data?.isAllowed && !isIn) setIn(true);
  if (isIn) return <Room station={station} />;
  return (
    <QueryView query={pass} skeleton={<Skeleton className="h-96" />}>
      {({ reason }) => (
        <EmptyState
          icon={Lock}
          title={t('onAir.notAllowed')}
          text={station.canManage ? reason : `${reason} ${t('onAir.notAllowedText', { station: station.name })}`}
          action={<BackToStation station={station} variant="primary" />}
        />
      )}
    </QueryView>
  );
}

const BackToStation = ({ station, variant }: { station: Station; variant: 'primary' | 'secondary' }) => (
  <Button asChild variant={variant}>
    <Link to="/radios/$id" params={{ id: station.id }}>
      {t('onAir.back')}
    </Link>
  </Button>
);

/** A mixer that closes with the page. */
function useStudio(stationId: string) {
  const studio = useMemo(() => new Studio(stationId), [stationId]);
  useEffect(() => () => studio.close(), [studio]);
  return { studio, view: useSyncExternalStore(studio.subscribe, studio.view) };
}

function Room({ station }: { station: Station }) {
  const { studio, view } = useStudio(station.id);
  const { pause } = usePlayer();
  const [said, setSaid] = useState('');
  const onAir = view.air === 'live' || view.air === 'reconnecting' || view.air === 'connecting';
  const leaving = useBlocker({ shouldBlockFn: () => onAir, enableBeforeUnload: onAir, withResolver: true });
  if (!studio.able) return <Unable station={station} />;
  const begin = () => {
    pause(); // the headphones play the mixer
    void studio.goOnAir();
  };
  return (
    <>
      <PageHeader
        title={t('onAir.title', { station: station.name })}
        lead={t('onAir.lead')}
        actions={<BackToStation station={station} variant="secondary" />}
      />
      <RecordingLimit of="show" className="mb-5" />
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <AirCard className="lg:col-span-2" studio={studio} view={view} onBegin={begin} />
        <MicrophoneStrip studio={studio} view={view} />
        <MusicStrip studio={studio} view={view} />
        <TrackFinder
          onAdd={(track) => {
            studio.add(track);
            setSaid(t('onAir.added', { title: track.title }));
          }}
        />
        <UpNext studio={studio} view={view} />
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      {leaving.status === 'blocked' && <Leaving onStay={leaving.reset} onLeave={leaving.proceed} />}
    </>
  );
}

const Leaving = ({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) => (
  <Dialog open onOpenChange={(open) => !open && onStay()} title={t('onAir.leaveTitle')} description={t('onAir.leave')}>
    <div className="flex flex-wrap justify-end gap-3">
      <Button variant="ghost" onClick={onStay}>
        {t('onAir.stay')}
      </Button>
      <Button variant="danger" onClick={onLeave}>
        {t('onAir.end')}
      </Button>
    </div>
  </Dialog>
);

const Unable = ({ station }: { station: Station }) => (
  <EmptyState
    icon={MicOff}
    title={t('onAir.unable')}
    text={t('onAir.unableText')}
    action={
      <Button asChild>
        <Link to={station.canManage ? '/radios/$id/manage' : '/radios/$id'} params={{ id: station.id }} search={{ tab: 'people' }}>
          {t(station.canManage ? 'onAir.unableLink' : 'onAir.back')}
        </Link>
      </Button>
    }
  />
);
