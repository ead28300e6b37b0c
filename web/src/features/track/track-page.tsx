import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Ellipsis, Pause, Play } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { useSession } from '@/api/auth/session';
import type { ArtistRef, TrackDetail } from '@/api/types';
import { language, t } from '@/i18n/t';
import { seedOf } from '@/lib/art';
import { bytes, count, day, time } from '@/lib/format';
import { formatLine } from '@/lib/format-line';
import { usePageMeta } from '@/lib/page-meta';
import { Shelf } from '@/things/list/card-grid';
import { Hero, HeroSkeleton } from '@/things/page/hero';
import { ArtistLink } from '@/things/page/names';
import { isNotFound, NotHere } from '@/things/page/not-here';
import { usePlayback } from '@/things/play/playback';
import { LikeButton } from '@/things/track/like-button';
import { lyricsQuery, trackQuery } from '@/things/track/queries';
import { useTrackMenu } from '@/things/track/track-menu';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import { QueryView } from '@/ui/query-view';
import { Stars } from '@/ui/stars';
import { SimilarShelf } from './similar-shelf';
import { SoundPanel } from './sound-panel';

/** /tracks/$trackId: the page that shared links open. */
export function TrackPage() {
  const { trackId = '' } = useParams({ strict: false });
  const track = useQuery(trackQuery(trackId));
  usePageMeta(track.data?.title);
  if (isNotFound(track.error)) return <NotHere title={t('track.notFound')} text={t('track.notFoundText')} />;
  return (
    <QueryView query={track} skeleton={<HeroSkeleton />}>
      {(data) => <TrackView key={data.id} track={data} />}
    </QueryView>
  );
}

function TrackView({ track }: { track: TrackDetail }) {
  const { stateOf, play, toggle } = usePlayback([track], { kind: 'track', title: track.title, href: `/tracks/${track.id}` });
  const openMenu = useTrackMenu();
  const isMember = useSession().status === 'signedIn';
  const state = stateOf(track);
  const Icon = state === 'playing' ? Pause : Play;
  return (
    <>
      <Hero
        coverImageUrl={track.coverImageUrl}
        seed={seedOf(track)}
        kind={t('track.pageKind')}
        title={track.title}
        actions={
          <>
            <Button size="lg" disabled={state === 'missing'} onClick={() => toggle(track)}>
              <Icon size={18} className="fill-current" aria-hidden />
              {t(state === 'playing' ? 'track.pause' : 'track.play')}
            </Button>
            {isMember && (
              <>
                <LikeButton track={track} />
                <IconButton
                  icon={Ellipsis}
                  label={t('track.more', { title: track.title })}
                  aria-haspopup="menu"
                  onClick={(event) => openMenu(event, track, play)}
                />
              </>
            )}
          </>
        }
      >
        <p className="font-semibold text-fg">
          <ArtistLink name={track.artist} id={track.artistId} />
        </p>
        <p className="mt-1">
          {track.albumId !== null && (
            <>
              <Link
                to="/albums/$albumId"
                params={{ albumId: track.albumId }}
                search={{ track: track.id }}
                className="hover:text-fg hover:underline"
              >
                {track.album || t('track.unknownAlbum')}
              </Link>
              {' · '}
            </>
          )}
          <span className="tnum">{time(track.duration)}</span>
        </p>
        <p className="mt-3 flex flex-wrap justify-center gap-2 @2xl:justify-start">
          <Badge>{formatLine(track)}</Badge>
          {track.isAiGenerated && <Badge tone="ai">{t('track.ai')}</Badge>}
          {state === 'missing' && <Badge tone="danger">{t('track.missing')}</Badge>}
        </p>
        {isMember && <Stars track={track} className="@2xl:mr-0 -mr-8 mt-3 @2xl:-ml-1.5 @max-2xl:pointer-coarse:-mr-11" />}
      </Hero>
      {state === 'missing' && <p className="mt-4 text-fg-muted">{t('track.missingText')}</p>}
      {state !== 'missing' && <SoundPanel track={track} />}
      {isMember && <SimilarShelf track={track} />}
      <div className="grid gap-x-12 @3xl:grid-cols-2">
        <Details track={track} />
        {track.hasLyrics && <Lyrics id={track.id} />}
      </div>
    </>
  );
}

function Details({ track }: { track: TrackDetail }) {
  const rows: [label: string, value: ReactNode][] = [
    [t('track.performers'), track.artists.length > 1 && <Names of={track.artists} />],
    [t('track.composers'), track.composers.length > 0 && <Names of={track.composers} />],
    [t('track.genre'), <Genres key="genres" names={track.genres} />],
    [t('track.year'), track.year],
    [t('track.position'), position(track)],
    [t('track.bpm'), track.tagBpm && t('track.bpmValue', { n: Math.round(track.tagBpm) })],
    [t('track.format'), formatLine(track)],
    [t('track.bitrate'), track.bitrate > 0 && t('track.bitrateValue', { n: count(track.bitrate, language()) })],
    [t('track.size'), bytes(track.size)],
    [t('track.plays'), count(track.plays, language())],
    [t('track.added'), day(track.addedAt, language())],
    [t('track.isrc'), track.isrc],
    [t('track.comment'), track.comment],
  ];
  if (track.genres.length === 0) rows.splice(2, 1);
  return (
    <Shelf title={t('track.details')}>
      <dl className="grid grid-cols-[minmax(7rem,auto)_minmax(0,1fr)] gap-x-6 gap-y-2.5">
        {rows
          .filter(([, value]) => Boolean(value))
          .map(([label, value]) => (
            <Fragment key={label}>
              <dt className="text-fg-muted leading-6">{label}</dt>
              <dd className="tnum leading-6">{value}</dd>
            </Fragment>
          ))}
      </dl>
    </Shelf>
  );
}

function position({ disc, number, trackTotal, discTotal }: TrackDetail): string {
  const of = discTotal !== null && discTotal > 1 && disc !== null && t('track.positionDisc', { disc });
  if (number === null) return of || '';
  const track = trackTotal === null ? t('track.positionValue', { number }) : t('track.positionOf', { number, total: trackTotal });
  return [of, track].filter(Boolean).join(' · ');
}

function Names({ of }: { of: ArtistRef[] }) {
  return of.map((artist, i) => (
    <Fragment key={artist.id}>
      {i > 0 && ', '}
      <ArtistLink name={artist.name} id={artist.id} />
    </Fragment>
  ));
}

function Genres({ names }: { names: string[] }) {
  return names.map((name, i) => (
    <Fragment key={name}>
      {i > 0 && ', '}
      <Link to="/library" search={{ tab: 'tracks', genre: name }} className="hover:underline">
        {name}
      </Link>
    </Fragment>
  ));
}

/** The text of the lyrics; the player's view follows them in time. */
function Lyrics({ id }: { id: string }) {
  const { data } = useQuery(lyricsQuery(id));
  if (!data || data.kind === null) return null;
  const text = data.kind === 'synced' ? withoutTimes(data.text) : data.text;
  return (
    <Shelf title={t('track.lyrics')}>
      <p className="max-w-[60ch] whitespace-pre-line text-lg leading-relaxed">{text}</p>
    </Shelf>
  );
}

/** LRC lines without their `[mm:ss.xx]` and header tags. */
export const withoutTimes = (lrc: string) =>
  lrc
    .split('\n')
    .filter((line) => !/^\[[a-z]+:.*\]\s*$/i.test(line))
    .map((line) => line.replace(/^(\[[\d:.]+\])+\s*/, '').replace(/<[\d:.]+>\s*/g, ''))
    .join('\n')
    .trim();
