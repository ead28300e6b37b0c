import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, CircleCheck, CirclePlus, Ellipsis, ListEnd, Pause, Pencil, Play, Trash2 } from 'lucide-react';
import { useSession } from '@/api/auth/session';
import { episodeHeard, sendProgress } from '@/api/podcasts';
import type { Episode } from '@/api/types';
import { language, t } from '@/i18n/podcasts';
import { day, span } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { Cover } from '@/ui/cover';
import { IconButton } from '@/ui/icon-button';
import { type MenuItem, openMenu } from '@/ui/menu/open-menu';
import { toast } from '@/ui/toast/toast-store';
import { usePlayEpisode } from './play-episode';

type EpisodeRowProps = {
  episode: Episode;
  /** Set in lists with several podcasts. */
  mixed?: boolean;
  onEdit?: (episode: Episode) => void;
  onDelete?: (episode: Episode) => void;
};

/** An episode in a list: plays it if it has audio, and opens its menu. */
export function EpisodeRow({ episode, mixed = false, onEdit, onDelete }: EpisodeRowProps) {
  const { state, toggle } = usePlayEpisode();
  const menu = useEpisodeMenu(episode, onEdit, onDelete);
  const { id, podcastId, title } = episode;
  const playing = state(id) === 'playing';
  return (
    <div data-slot="episode-row" className="flex items-start gap-4 rounded-lg px-2 py-3 hover:bg-surface-2">
      {mixed && <Cover url={episode.coverUrl} seed={episode.podcastTitle} sizes="56px" className="size-14 shrink-0" />}
      <div className="min-w-0 flex-1">
        <p className="tnum [overflow-wrap:anywhere] text-fg-muted text-sm">
          {[mixed && episode.podcastTitle, ...facts(episode)].filter(Boolean).join(' · ')}
        </p>
        <h3 className="font-semibold [overflow-wrap:anywhere] leading-6">
          <Link to="/podcasts/$id/episodes/$episode" params={{ id: podcastId, episode: id }} className="hover:underline">
            {title}
          </Link>
        </h3>
        {!mixed && episode.description && <p className="line-clamp-2 text-fg-muted text-sm">{episode.description}</p>}
        <EpisodeState episode={episode} />
      </div>
      <div className="flex shrink-0 items-center gap-1">
        <IconButton
          icon={playing ? Pause : Play}
          variant={state(id) === 'stopped' ? 'ghost' : 'accent'}
          label={t(playing ? 'podcast.pause' : 'podcast.play', { title })}
          onClick={() => toggle(episode)}
        />
        <IconButton
          icon={Ellipsis}
          label={t('podcast.options', { title })}
          aria-haspopup="menu"
          onClick={(event) => openMenu(event, t('podcast.options', { title }), menu(), 'end')}
        />
      </div>
    </div>
  );
}

/** Its date and length. */
function facts({ publishedAt, duration, season, episode }: Episode): string[] {
  return [
    season ? t('podcast.season', { n: season }) : '',
    episode ? t('podcast.number', { n: episode }) : '',
    publishedAt && Date.parse(publishedAt) > 86_400_000 ? day(publishedAt, language()) : '',
    duration ? span(duration) : '',
  ].filter(Boolean);
}

/** The state of an episode: played, started, unpublished, downloaded. */
export function EpisodeState({ episode }: { episode: Episode }) {
  const { done, position, duration, state, publishedAt } = episode;
  const soon = state === 'scheduled' && publishedAt !== null && Date.parse(publishedAt) > Date.now();
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-fg-muted text-sm empty:hidden">
      {state === 'draft' && <Badge tone="warning">{t('podcast.draft')}</Badge>}
      {soon && <Badge tone="outline">{t('podcast.scheduled')}</Badge>}
      {done && (
        <span className="inline-flex items-center gap-1.5">
          <Check size={14} aria-hidden />
          {t('podcast.done')}
        </span>
      )}
      {!done && position > 0 && duration !== null && (
        <span className="tnum inline-flex items-center gap-2">
          <span aria-hidden className="h-1 w-20 overflow-hidden rounded-full bg-surface-3">
            <span className="block h-full bg-accent" style={{ width: `${Math.min(100, (position / duration) * 100)}%` }} />
          </span>
          {t('podcast.left', { time: span(Math.max(0, duration - position)) })}
        </span>
      )}
    </p>
  );
}

function useEpisodeMenu(episode: Episode, onEdit?: (episode: Episode) => void, onDelete?: (episode: Episode) => void) {
  const client = useQueryClient();
  const signedIn = useSession().status === 'signedIn';
  const { playNext, addToQueue } = usePlayEpisode();
  const queued = () => toast({ title: t('podcast.queued', { title: episode.title }) });
  const mark = async (done: boolean) => {
    const heard = { episodeId: episode.id, position: 0, done, at: new Date().toISOString() };
    await sendProgress(heard);
    episodeHeard(client, { ...heard, podcastId: episode.podcastId });
  };
  return (): MenuItem[] => [
    {
      label: t('podcast.next'),
      icon: ListEnd,
      onSelect: () => {
        playNext(episode);
        queued();
      },
    },
    {
      label: t('podcast.queue'),
      icon: CirclePlus,
      onSelect: () => {
        addToQueue(episode);
        queued();
      },
    },
    ...(signedIn
      ? [
          {
            label: t(episode.done ? 'podcast.markNew' : 'podcast.markDone'),
            icon: CircleCheck,
            onSelect: () => void mark(!episode.done).catch(() => toast({ tone: 'danger', title: t('podcast.failed') })),
          },
        ]
      : []),
    ...(onEdit ? [{ label: t('podcast.editEpisode'), icon: Pencil, onSelect: () => onEdit(episode) }] : []),
    ...(onDelete ? [{ label: t('podcast.deleteEpisode'), icon: Trash2, danger: true, onSelect: () => onDelete(episode) }] : []),
  ];
}
