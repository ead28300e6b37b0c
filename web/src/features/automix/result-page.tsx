import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Pause, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '@/api/auth/session';
import { automixQuery } from '@/api/automix';
import type { Automix } from '@/api/types';
import { t } from '@/i18n/automix';
import '@/i18n/mix';
import { longTime, span } from '@/lib/format';
import { usePageMeta } from '@/lib/page-meta';
import { SeekBar } from '@/player/view/seek-bar';
import { isNotFound, NotHere } from '@/things/page/not-here';
import { AskDialog } from '@/ui/ask-dialog';
import { Button } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import { PageHeader } from '@/ui/page-header';
import { dialogPart } from '@/ui/part/part';
import { ProgressBar } from '@/ui/progress-bar';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { JoinCard } from './join-card';
import { useRemoveAutomix } from './queries';
import { usePlayAutomix } from './use-play-automix';

const PublishDialog = dialogPart(() => import('./publish-dialog').then((m) => m.PublishDialog));

/** /automixes/$id: what the server mixed, or how far it is; each join can be heard and changed. */
export function ResultPage() {
  const { id = '' } = useParams({ strict: false });
  const mix = useQuery(automixQuery(id));
  usePageMeta(mix.data?.title);
  if (isNotFound(mix.error)) return <NotHere title={t('automix.notFound')} text={t('automix.notFoundText')} />;
  return (
    <QueryView query={mix} skeleton={<Skeleton className="h-64 w-full" />}>
      {(data) => <Result key={data.id} mix={data} />}
    </QueryView>
  );
}

function Result({ mix }: { mix: Automix }) {
  const { state, toggle, playFrom } = usePlayAutomix(mix);
  const { tracks, joins, skipped } = mix;
  return (
    <>
      <PageHeader title={mix.title} lead={mix.prompt ?? undefined} actions={<Actions mix={mix} />} />
      <Progress mix={mix} />
      {mix.audioUrl && (
        <div className="flex items-center gap-4">
          <Button size="lg" onClick={toggle}>
            {state === 'playing' ? (
              <Pause size={18} aria-hidden className="fill-current" />
            ) : (
              <Play size={18} aria-hidden className="fill-current" />
            )}
            {t(state === 'playing' ? 'player.pause' : 'player.play')}
          </Button>
          <div className="min-w-0 flex-1">
            {state === 'stopped' ? <p className="tnum text-fg-muted">{span(mix.duration)}</p> : <SeekBar className="max-w-2xl" />}
          </div>
        </div>
      )}
      <Notes mix={mix} />
      {tracks.length > 0 && <Songs tracks={tracks} onPlay={mix.audioUrl ? playFrom : undefined} />}
      {joins.length > 0 && (
        <section aria-labelledby="automix-joins" className="mt-8">
          <h2 id="automix-joins" className="display text-xl">
            {t('automix.joins')}
          </h2>
          <p className="mt-0.5 max-w-[65ch] text-fg-muted text-sm">{t('automix.joinsText')}</p>
          <ol className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">
            {joins.map((join) => (
              <JoinCard key={join.number} mix={mix} join={join} onPlay={playFrom} />
            ))}
          </ol>
        </section>
      )}
      {skipped.length > 0 && (
        <section aria-labelledby="automix-skipped" className="mt-8">
          <h2 id="automix-skipped" className="display text-xl">
            {t('automix.skipped')}
          </h2>
          <ul className="mt-3 divide-y divide-line">
            {skipped.map(({ trackId, title, reason }) => (
              <li key={trackId} className="py-2">
                <span className="font-semibold">{title}</span> <span className="text-fg-muted text-sm">{reason}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** How far the server is, or why it stopped. */
function Progress({ mix: { state, progress, playable, reason } }: { mix: Automix }) {
  if (state === 'planning' || state === 'rendering') {
    return (
      <div role="status" className="mb-5 grid max-w-2xl gap-2">
        <p className="text-fg-muted">
          {t(`automix.state.${state}`)}
          {playable > 0 && ` · ${t('automix.playable', { time: longTime(playable) })}`}
        </p>
        <ProgressBar label={t(`automix.state.${state}`)} value={progress} />
      </div>
    );
  }
  return reason === '' ? null : (
    <p role="alert" className="mb-5 text-danger">
      {reason}
    </p>
  );
}

/** How the mix differs from what was asked for, and from what a mix should be. */
function Notes({ mix: { notes, check } }: { mix: Automix }) {
  return (
    <>
      {notes.map((note) => (
        <p key={note} className="mt-4 text-fg-muted text-sm">
          {note}
        </p>
      ))}
      {check && check.missed.length > 0 && (
        <ul aria-label={t('automix.missed')} className="mt-4 grid gap-1 text-sm text-warning">
          {check.missed.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Songs({ tracks, onPlay }: { tracks: Automix['tracks']; onPlay?: (seconds: number) => void }) {
  return (
    <section aria-labelledby="automix-songs" className="mt-8">
      <h2 id="automix-songs" className="display text-xl">
        {t('automix.source.songs')}
      </h2>
      <ol className="mt-3 divide-y divide-line">
        {tracks.map(({ trackId, title, artist, start, bpm, key }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a song may be in a mix twice
          <li key={`${trackId}-${i}`}>
            <button
              type="button"
              disabled={!onPlay}
              aria-label={t('mix.playFrom', { at: longTime(start), name: [artist, title].filter(Boolean).join(' – ') })}
              onClick={() => onPlay?.(start)}
              className="flex min-h-12 w-full items-center gap-3 rounded-md px-2 py-1.5 text-left enabled:hover:bg-surface-2"
            >
              <span className="tnum w-16 shrink-0 text-fg-muted text-sm">{longTime(start)}</span>
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold">{title}</span>
                <span className="block truncate text-fg-muted text-sm">{artist}</span>
              </span>
              <span className="tnum shrink-0 text-fg-muted text-sm">
                {[bpm && `${Math.round(bpm)} BPM`, key].filter(Boolean).join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Actions({ mix }: { mix: Automix }) {
  const navigate = useNavigate();
  const { user } = useSession();
  const [publishing, setPublishing] = useState(false);
  const remove = useRemoveAutomix(mix.id, () => void navigate({ to: '/automixes' }));
  return (
    <>
      {mix.mixId ? (
        <Button asChild variant="secondary">
          <Link to="/mixes/$id" params={{ id: mix.mixId }}>
            {t('automix.openMix')}
          </Link>
        </Button>
      ) : (
        mix.state === 'ready' &&
        user?.role !== 'listener' && (
          <Button variant="secondary" onClick={() => setPublishing(true)}>
            {t('automix.publish')}
          </Button>
        )
      )}
      <AskDialog
        trigger={<IconButton icon={Trash2} label={t('automix.remove')} disabled={remove.isPending} />}
        title={t('automix.remove')}
        description={t(mix.mixId ? 'automix.removePublishedText' : 'automix.removeText')}
        action={t('automix.remove')}
        onConfirm={() => remove.mutate()}
      />
      {publishing && <PublishDialog mix={mix} onClose={() => setPublishing(false)} />}
    </>
  );
}
