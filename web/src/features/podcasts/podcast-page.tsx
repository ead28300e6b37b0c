import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { BarChart3, BellRing, Check, Copy, MicVocal, Pencil, Plus, RefreshCw, Settings2, Trash2 } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useSession } from '@/api/auth/session';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { EPISODES, PODCASTS, podcastQuery, refreshPodcasts, saveSubscription } from '@/api/podcasts';
import { pagedList } from '@/api/query-client';
import type { Episode, Podcast } from '@/api/types';
import { t } from '@/i18n/podcasts';
import { languageName } from '@/lib/language-name';
import { usePageMeta } from '@/lib/page-meta';
import { Notes } from '@/player/view/episode-parts';
import { EpisodeRow } from '@/things/episode/episode-row';
import { Hero, HeroIcons, HeroSkeleton } from '@/things/page/hero';
import { isNotFound, NotHere } from '@/things/page/not-here';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { EmptyState } from '@/ui/empty-state';
import { IconButton } from '@/ui/icon-button';
import { dialogPart } from '@/ui/part/part';
import { QueryView } from '@/ui/query-view';
import { RowsSkeleton } from '@/ui/rows-skeleton';
import { toast } from '@/ui/toast/toast-store';

const EpisodeDialog = dialogPart(() => import('./episode-dialog').then((m) => m.EpisodeDialog));
const EditDialog = dialogPart(() => import('./edit-dialog').then((m) => m.EditDialog));
const SettingsDialog = dialogPart(() => import('./settings-dialog').then((m) => m.SettingsDialog));
const FiguresDialog = dialogPart(() => import('./figures-dialog').then((m) => m.FiguresDialog));

/** /podcasts/$id: a podcast and its episodes, with its publisher's controls. */
export function PodcastPage() {
  const { id = '' } = useParams({ strict: false });
  const podcast = useQuery({ ...podcastQuery(id), staleTime: 30_000 });
  usePageMeta(podcast.data?.title);
  if (isNotFound(podcast.error)) return <NotHere title={t('podcast.notFound')} text={t('podcast.notFoundText')} />;
  return (
    <QueryView query={podcast} skeleton={<HeroSkeleton />}>
      {(data) => <PodcastView key={data.id} podcast={data} />}
    </QueryView>
  );
}

function PodcastView({ podcast }: { podcast: Podcast }) {
  const facts = [podcast.author, podcast.categories.join(', '), languageName(podcast.language)].filter(Boolean).join(' · ');
  return (
    <>
      <Hero
        coverImageUrl={podcast.coverUrl}
        seed={podcast.title}
        kind={t('podcast.kind')}
        title={podcast.title}
        actions={<Actions podcast={podcast} />}
      >
        {facts && <p>{facts}</p>}
        <p className="tnum">
          {t('podcast.count', { n: podcast.episodes })} · {t('podcast.plays', { n: podcast.plays })}
        </p>
        {podcast.problem && (
          <p role="status" className="mt-1 text-warning">
            {podcast.problem}
          </p>
        )}
      </Hero>
      <div className="mt-6">
        <Notes html={podcast.description} />
        {podcast.fundingUrl && (
          <p className="mt-3">
            <a href={podcast.fundingUrl} target="_blank" rel="noopener noreferrer nofollow" className="text-accent-text underline">
              {podcast.fundingText || t('podcast.funding')}
            </a>
          </p>
        )}
      </div>
      <Episodes podcast={podcast} />
    </>
  );
}

type Opened = 'settings' | 'edit' | 'figures' | 'delete' | 'episode' | null;

function Actions({ podcast }: { podcast: Podcast }) {
  const signedIn = useSession().status === 'signedIn';
  const [open, setOpen] = useState<Opened>(null);
  const close = () => setOpen(null);
  const { canManage, subscription, isOwn } = podcast;
  return (
    <>
      {canManage && (
        <Button size="lg" onClick={() => setOpen('episode')}>
          <Plus size={18} aria-hidden />
          {t('podcast.addEpisode')}
        </Button>
      )}
      {signedIn && <Subscribe podcast={podcast} />}
      <HeroIcons>
        {subscription && <IconButton size="lg" icon={Settings2} label={t('podcast.settings')} onClick={() => setOpen('settings')} />}
        {subscription && !isOwn && <Refresh podcast={podcast} />}
        {podcast.feedUrl && !podcast.isPrivate && <CopyFeed url={podcast.feedUrl} />}
        {canManage && (
          <>
            <IconButton size="lg" icon={BarChart3} label={t('podcast.figures')} onClick={() => setOpen('figures')} />
            <IconButton size="lg" icon={Pencil} label={t('podcast.edit')} onClick={() => setOpen('edit')} />
            <IconButton size="lg" icon={Trash2} label={t('podcast.delete')} onClick={() => setOpen('delete')} />
          </>
        )}
      </HeroIcons>

      {open === 'settings' && <SettingsDialog podcast={podcast} onClose={close} />}
      {open === 'edit' && <EditDialog podcast={podcast} onClose={close} />}
      {open === 'figures' && <FiguresDialog podcast={podcast} onClose={close} />}
      {open === 'episode' && <EpisodeDialog podcastId={podcast.id} onClose={close} />}
      {open === 'delete' && <DeletePodcast podcast={podcast} onClose={close} />}
    </>
  );
}

const failed = (error: Error) =>
  void toast({ tone: 'danger', title: t('podcast.failed'), description: messageOf(error, t('ui.loadFailedText')) });

function Subscribe({ podcast }: { podcast: Podcast }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { id, subscription } = podcast;
  const change = useMutation({
    mutationFn: (): Promise<unknown> =>
      subscription ? request(`${PODCASTS}/${id}/subscription`, { method: 'DELETE' }) : saveSubscription(id, {}),
    onSuccess: () => {
      // A private feed is deleted with its only subscription.
      if (podcast.isPrivate) void navigate({ to: '/radios', search: { tab: 'podcasts' } });
      return refreshPodcasts(client);
    },
    onError: failed,
  });
  const Icon = subscription ? Check : BellRing;
  return (
    <Button
      size="lg"
      variant={subscription ? 'secondary' : 'primary'}
      pending={change.isPending}
      aria-label={subscription ? t('podcast.unsubscribe') : undefined}
      onClick={() => change.mutate()}
    >
      <Icon size={18} aria-hidden />
      {t(subscription ? 'podcast.subscribed' : 'podcast.subscribe')}
    </Button>
  );
}

function Refresh({ podcast }: { podcast: Podcast }) {
  const client = useQueryClient();
  const look = useMutation({
    mutationFn: () => request(`${PODCASTS}/${podcast.id}/refresh`, { method: 'POST' }),
    onSuccess: () => {
      toast({ title: t('podcast.refreshing') });
      setTimeout(() => void refreshPodcasts(client), 4000);
    },
    onError: failed,
  });
  return <IconButton size="lg" icon={RefreshCw} label={t('podcast.refresh')} onClick={() => look.mutate()} />;
}

function CopyFeed({ url }: { url: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast({ title: t('podcast.feedCopied'), description: url });
    } catch {
      toast({ title: t('podcast.url'), description: url });
    }
  };
  return <IconButton size="lg" icon={Copy} label={t('podcast.feed')} onClick={() => void copy()} />;
}

function DeletePodcast({ podcast, onClose }: { podcast: Podcast; onClose: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => request(`${PODCASTS}/${podcast.id}`, { method: 'DELETE' }),
    onSuccess: async () => {
      toast({ title: t('podcast.deleted') });
      await navigate({ to: '/radios', search: { tab: 'podcasts' } });
      void refreshPodcasts(client);
    },
    onError: failed,
  });
  return (
    <Sure
      title={t('podcast.delete')}
      text={t('podcast.deleteText', { title: podcast.title })}
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    />
  );
}

type SureProps = { title: string; text: string; pending: boolean; onConfirm: () => void; onClose: () => void };

function Sure({ title, text, pending, onConfirm, onClose }: SureProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={text}>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" onClick={onClose}>
          {t('podcast.cancel')}
        </Button>
        <Button variant="danger" pending={pending} onClick={onConfirm}>
          {title}
        </Button>
      </div>
    </Dialog>
  );
}

function Episodes({ podcast }: { podcast: Podcast }) {
  const client = useQueryClient();
  const [q, setQ] = useState('');
  const search = useDeferredValue(q.trim());
  const [edited, setEdited] = useState<Episode>();
  const [doomed, setDoomed] = useState<Episode>();
  const query = useInfiniteQuery({
    ...pagedList([`${PODCASTS}/${podcast.id}/episodes`, { limit: 50, search: search || undefined }]),
    placeholderData: (before) => before,
    staleTime: 30_000,
  });
  const remove = useMutation({
    mutationFn: (episode: Episode) => request(`${EPISODES}/${episode.id}`, { method: 'DELETE' }),
    onSuccess: () => {
      setDoomed(undefined);
      return refreshPodcasts(client);
    },
    onError: failed,
  });
  const manage = podcast.canManage ? { onEdit: setEdited, onDelete: setDoomed } : {};
  return (
    <section className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h2 className="display text-xl">{t('podcast.episodes')}</h2>
        {(podcast.episodes > 10 || q !== '') && (
          <input
            type="search"
            maxLength={200}
            aria-label={t('podcast.searchEpisodes')}
            placeholder={t('podcast.searchEpisodes')}
            value={q}
            onChange={({ target }) => setQ(target.value)}
            className="h-10 w-full max-w-xs rounded-full border border-control-line bg-surface px-4 text-base hit placeholder:text-fg-muted"
          />
        )}
      </div>
      <QueryView
        query={query}
        skeleton={<RowsSkeleton rowHeight={72} />}
        isEmpty={({ pages }) => pages.every(({ items }) => items.length === 0)}
        empty={
          <EmptyState level={3} icon={MicVocal} title={t('podcast.noEpisodes')} text={search ? undefined : t('podcast.noEpisodesText')} />
        }
      >
        {({ pages }) => (
          <>
            <ul aria-label={t('podcast.episodes')} className="-mx-2 grid grid-cols-[minmax(0,1fr)] divide-y divide-line">
              {pages
                .flatMap(({ items }) => items)
                .map((episode) => (
                  <li key={episode.id} className="[content-visibility:auto] [contain-intrinsic-size:auto_6rem]">
                    <EpisodeRow episode={episode} {...manage} />
                  </li>
                ))}
            </ul>
            {query.hasNextPage && (
              <Button variant="secondary" className="mt-6" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                {t('podcast.more')}
              </Button>
            )}
          </>
        )}
      </QueryView>
      {edited && <EpisodeDialog podcastId={podcast.id} episode={edited} onClose={() => setEdited(undefined)} />}
      {doomed && (
        <Sure
          title={t('podcast.deleteEpisode')}
          text={t('podcast.deleteEpisodeText', { title: doomed.title })}
          pending={remove.isPending}
          onConfirm={() => remove.mutate(doomed)}
          onClose={() => setDoomed(undefined)}
        />
      )}
    </section>
  );
}
