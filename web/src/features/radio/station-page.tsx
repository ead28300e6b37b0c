import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Mic, Pause, Play, Settings2, Share2 } from 'lucide-react';
import { Suspense } from 'react';
import { useSession } from '@/api/auth/session';
import { useStationEvents } from '@/api/station-events';
import { stationQuery } from '@/api/stations';
import type { Station } from '@/api/types';
import { language, t } from '@/i18n/radio';
import { count } from '@/lib/format';
import { languageName } from '@/lib/language-name';
import { usePageMeta } from '@/lib/page-meta';
import { addressOf, handOver, openShare } from '@/lib/share';
import { lazily } from '@/lib/until-loaded';
import { FollowButton, Followers } from '@/things/follow/follow-button';
import { Hero, HeroSkeleton } from '@/things/page/hero';
import { isNotFound, NotHere } from '@/things/page/not-here';
import { countryLabel } from '@/things/station/countries';
import { usePlayStation } from '@/things/station/play-station';
import { StationBadge } from '@/things/station/station-card';
import { Button } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import { QueryView } from '@/ui/query-view';
import { toast } from '@/ui/toast/toast-store';
import { About } from './about';
import { NowOnAir } from './now-on-air';
import { PlayedLately } from './played-lately';

const Schedule = lazily(() => import('./schedule').then((m) => m.Schedule));
const Chat = lazily(() => import('./chat').then((m) => m.Chat));
const Requests = lazily(() => import('./requests').then((m) => m.Requests));

/** /radios/$id: what a station plays, played and will play. Everyone can open a public station. */
export function StationPage() {
  const { id = '' } = useParams({ strict: false });
  const station = useQuery(stationQuery(id));
  useStationEvents();
  usePageMeta(station.data?.name);
  if (isNotFound(station.error)) return <NotHere title={t('station.notFound')} text={t('station.notFoundText')} />;
  return (
    <QueryView query={station} skeleton={<HeroSkeleton round />}>
      {(data) => <StationView key={data.id} station={data} />}
    </QueryView>
  );
}

function StationView({ station }: { station: Station }) {
  const listeners = station.listenerCount === null ? '—' : count(station.listenerCount, language());
  const facts = [station.genre, countryLabel(station.country), languageName(station.language)].filter(Boolean).join(' · ');
  return (
    <>
      <Hero
        round
        coverImageUrl={station.logoUrl}
        seed={station.name}
        kind={
          <span className="inline-flex items-center gap-2">
            {t('station.kind')}
            <StationBadge station={station} />
          </span>
        }
        title={station.name}
        actions={<Actions station={station} />}
      >
        {facts && <p>{facts}</p>}
        <p className="tnum">
          {t('station.listening', { n: listeners })}
          {station.owner?.name && ` · ${t('station.by', { name: station.owner.name })}`}
        </p>
        <p>
          <Followers kind="station" id={station.id} />
        </p>
        {station.problem && (
          <p role="status" className="mt-1 text-warning">
            {station.problem}
          </p>
        )}
      </Hero>
      <div className="mt-8 grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 @4xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8">
          <NowOnAir station={station} />
          <PlayedLately station={station} />
        </div>
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-8">
          <Suspense>
            {station.hasChat && <Chat station={station} />}
            {station.takesRequests && <Requests station={station} />}
            {station.mode !== 'relay' && <Schedule station={station} />}
          </Suspense>
          <About station={station} />
        </div>
      </div>
    </>
  );
}

function Actions({ station }: { station: Station }) {
  const { id, name, mode, canManage } = station;
  const { state, toggle } = usePlayStation(station);
  const playing = state === 'playing';
  const Icon = playing ? Pause : Play;
  return (
    <>
      <Button size="lg" onClick={toggle} aria-label={t(playing ? 'station.pause' : 'station.play', { name })}>
        <Icon size={18} className="fill-current" aria-hidden />
        {t(playing ? 'station.stop' : 'station.listen')}
      </Button>
      <FollowButton size="lg" kind="station" id={id} name={name} />
      <ShareStation station={station} />
      {canManage && (mode === 'live' || mode === 'both') && <IconLink to={`/radios/${id}/on-air`} label={t('station.onAir')} icon={Mic} />}
      {canManage && <IconLink to={`/radios/${id}/manage`} label={t('station.manage')} icon={Settings2} />}
    </>
  );
}

function IconLink({ to, label, icon: Icon }: { to: string; label: string; icon: typeof Mic }) {
  return (
    <Button asChild size="lg" variant="outline">
      <Link to={to}>
        <Icon size={18} aria-hidden />
        <span className="@2xl:@max-4xl:sr-only">{label}</span>
      </Link>
    </Button>
  );
}

/** Members create a link that others can open or embed; visitors share the address. */
function ShareStation({ station: { id, name } }: { station: Station }) {
  const signedIn = useSession().status === 'signedIn';
  const item = { kind: 'station', id, title: name } as const;
  const hand = async () => {
    try {
      if ((await handOver(name, addressOf(item))) === 'copied') toast({ title: t('station.copied') });
    } catch {
      toast({ tone: 'danger', title: t('station.notCopied') });
    }
  };
  return <IconButton size="lg" icon={Share2} label={t('station.share')} onClick={() => (signedIn ? openShare(item) : void hand())} />;
}
