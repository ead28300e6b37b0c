import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Link2Off, Pause, Play } from 'lucide-react';
import { useSession } from '@/api/auth/session';
import { ApiError, messageOf } from '@/api/error';
import { useStationEvents } from '@/api/station-events';
import { stationQuery } from '@/api/stations';
import type { Shared, SharedTrack, Station } from '@/api/types';
import { t } from '@/i18n/share';
import { seedOf } from '@/lib/art';
import { time } from '@/lib/format';
import { usePageMeta } from '@/lib/page-meta';
import type { Playable } from '@/player/engine/queue/item';
import { PlayerBar } from '@/player/view/player-bar';
import { usePlayer } from '@/player/view/use-player';
import { EarlyLock, useEarlyLock } from '@/things/mix/early-access';
import { usePlayStation } from '@/things/station/play-station';
import { StationBadge } from '@/things/station/station-card';
import { Button } from '@/ui/button';
import { Cover } from '@/ui/cover';
import { EmptyState } from '@/ui/empty-state';
import { Wordmark } from '@/ui/mark';
import { Skeleton } from '@/ui/skeleton';
import { sharedQuery } from './queries';

/** /s/$shareId: what a link leads to, for everyone. */
export function SharedPage() {
  const { shareId = '' } = useParams({ strict: false });
  const { data, error } = useQuery(sharedQuery(shareId));
  usePageMeta(data?.title);
  return (
    <div className="mx-auto min-h-dvh max-w-5xl px-5 pb-[calc(var(--bars-h)+40px)]">
      <header className="flex h-18 items-center justify-between">
        <Link to="/" aria-label={t('nav.home')} className="rounded-md">
          <Wordmark size={34} />
        </Link>
        <SignIn />
      </header>
      <main className="pt-6">{data ? <Found shared={data} /> : error ? <Gone error={error} /> : <Skeleton className="h-64 w-full" />}</main>
      <PlayerBar />
    </div>
  );
}

function SignIn() {
  if (useSession().status !== 'anonymous') return null;
  return (
    <Button asChild variant="ghost">
      <Link to="/login">{t('shared.signIn')}</Link>
    </Button>
  );
}

function Gone({ error }: { error: Error }) {
  const gone = error instanceof ApiError && error.status === 404;
  return (
    <EmptyState
      level={1}
      icon={Link2Off}
      title={t(gone ? 'shared.gone' : 'ui.loadFailed')}
      text={gone ? t('shared.goneText') : messageOf(error, t('ui.loadFailedText'))}
      action={
        <Button asChild>
          <Link to="/">{t('shared.visit')}</Link>
        </Button>
      }
    />
  );
}

const playable =
  ({ kind }: Shared) =>
  (track: SharedTrack): Playable => ({ ...track, coverImageUrl: track.coverUrl, mix: kind === 'mix' ? 'published' : '' });

function Found({ shared }: { shared: Shared }) {
  const player = usePlayer();
  const context = { kind: shared.kind, title: shared.title };
  const isHere = (track: SharedTrack) => player.current?.track.audioUrl === track.audioUrl;
  const playing = player.isPlaying && shared.tracks.some(isHere);
  const play = (index: number) => player.play(shared.tracks.map(playable(shared)), index, context);
  const toggle = () => (shared.tracks.some(isHere) ? player.toggle() : play(0));
  return (
    <>
      <div className="grid items-end gap-x-8 gap-y-6 sm:grid-cols-[220px_minmax(0,1fr)]">
        <Cover
          url={shared.coverUrl}
          seed={shared.kind === 'track' && shared.tracks[0] ? seedOf(shared.tracks[0]) : shared.title}
          sizes="(width < 40rem) 90vw, 220px"
          eager
          round={shared.kind === 'station'}
          className={shared.kind === 'station' ? 'w-full shadow-3' : 'w-full rounded-xl shadow-3'}
        />
        <div className="min-w-0">
          <p className="text-fg-muted text-sm">{t(`share.kind.${shared.kind}`)}</p>
          <h1 className="display mt-1 break-words text-hero leading-tight">{shared.title}</h1>
          <p className="mt-2 text-fg-muted">
            {[shared.subtitle !== shared.sharedBy && shared.subtitle, shared.sharedBy && t('shared.by', { name: shared.sharedBy })]
              .filter(Boolean)
              .join(' · ')}
          </p>
          {shared.tracks.length > 0 ? (
            <Button size="lg" className="mt-5" onClick={toggle}>
              {playing ? <Pause size={18} className="fill-current" aria-hidden /> : <Play size={18} className="fill-current" aria-hidden />}
              {t(playing ? 'shared.pause' : 'shared.play')}
            </Button>
          ) : (
            <Elsewhere shared={shared} />
          )}
        </div>
      </div>
      {shared.tracks.length > 1 && (
        <ol className="mt-8 divide-y divide-line">
          {shared.tracks.map((track, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one song may be in a list twice, and the list does not change
            <li key={`${track.id}-${i}`}>
              <button
                type="button"
                aria-current={isHere(track) ? 'true' : undefined}
                onClick={() => (isHere(track) ? player.toggle() : play(i))}
                className="flex min-h-12 w-full items-center gap-4 rounded-md px-2 py-2 text-left hover:bg-surface-2 aria-[current]:text-accent-text"
              >
                <span className="tnum w-7 text-right text-fg-muted text-sm">{i + 1}</span>
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-semibold">{track.title}</span>
                  <span className="block truncate text-fg-muted text-sm">{track.artist}</span>
                </span>
                <span className="tnum text-fg-muted text-sm">{time(track.duration)}</span>
              </button>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

/** A public station plays right here; members' stations, and mixes for those who have early access, play in the app. */
function Elsewhere({ shared }: { shared: Shared }) {
  const isStation = shared.kind === 'station';
  const to: string = isStation ? `/radios/${shared.itemId}` : shared.kind === 'mix' ? `/mixes/${shared.itemId}` : '/';
  const locked = useEarlyLock({ isOwn: false, earlyUntil: shared.earlyUntil });
  const { data: station, isPending } = useQuery({ ...stationQuery(shared.itemId), enabled: isStation });
  if (station) return <Listen station={station} />;
  if (isStation && isPending) return <Skeleton className="mt-5 h-12 w-40" />;
  if (locked !== null)
    return (
      <div className="mt-5 max-w-[60ch]">
        <EarlyLock until={locked} />
      </div>
    );
  return (
    <Button asChild size="lg" className="mt-5">
      <Link to={to}>{t('shared.open')}</Link>
    </Button>
  );
}

function Listen({ station }: { station: Station }) {
  const { state, toggle } = usePlayStation(station);
  useStationEvents();
  const playing = state === 'playing';
  const plays = [station.now?.artist, station.now?.title].filter(Boolean).join(' – ');
  return (
    <>
      <p className="mt-3 flex items-center gap-2">
        <StationBadge station={station} />
        <span className="min-w-0 truncate text-fg-muted">{plays || station.problem}</span>
      </p>
      <Button size="lg" className="mt-5" onClick={toggle}>
        {playing ? <Pause size={18} className="fill-current" aria-hidden /> : <Play size={18} className="fill-current" aria-hidden />}
        {t(playing ? 'shared.pause' : 'shared.play')}
      </Button>
    </>
  );
}
