import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { t } from '@/i18n/now-playing';
import { cn } from '@/lib/cn';
import { lazily } from '@/lib/until-loaded';
import type { QueueItem } from '@/player/engine/queue/item';
import { isShareable, ShareButton } from '@/player/view/share-button';
import { useCurrentTrackId } from '@/player/view/use-current-detail';
import { useCurrent, usePlayerState } from '@/player/view/use-player';
import { IconButton } from '@/ui/icon-button';
import { Sheet } from '@/ui/sheet';
import { Skeleton } from '@/ui/skeleton';
import { Tabs } from '@/ui/tabs';
import { Stage } from './now-playing-stage';
import { glides, useNowPlaying } from './use-now-playing';
import { useSwipe } from './use-swipe';
import './now-playing.css';

const AboutView = lazily(() => import('./about-view').then((m) => m.AboutView));
const EpisodeView = lazily(() => import('./episode-view').then((m) => m.EpisodeView));
const LyricsView = lazily(() => import('./lyrics-view').then((m) => m.LyricsView));
const QueueView = lazily(() => import('@/player/view/queue/queue-view').then((m) => m.QueueView));

/** The full-screen player: the cover and its tint, the controls, the queue, the lyrics and details of the song. */
export function NowPlaying() {
  const current = useCurrent();
  const { open, close } = useNowPlaying();
  if (!current) return null;
  return (
    <Sheet
      side="full"
      open={open}
      onOpenChange={(next) => next || close()}
      title={t('player.nowPlaying')}
      className={cn('now-playing-light', glides() && 'animate-none!')}
    >
      <Body />
    </Sheet>
  );
}

function Body() {
  const current = useCurrent();
  const { close } = useNowPlaying();
  const body = useRef<HTMLDivElement>(null);
  useSwipe(body, {
    // Only from the top, and not on elements that a finger moves or scrolls.
    may: (swipe, target) =>
      swipe === 'down' && !target.closest('[role=slider], [role=tabpanel]') && (body.current?.parentElement?.scrollTop ?? 0) <= 0,
    onSwipe: close,
  });
  if (!current) return null;
  return (
    <div
      ref={body}
      data-slot="now-playing"
      data-player-keys
      className="min-h-full px-5 pb-[calc(2rem+env(safe-area-inset-bottom))] lg:px-12"
    >
      <header className="mx-auto flex max-w-[1280px] items-center justify-between gap-3 pt-[max(0.75rem,env(safe-area-inset-top))] pb-3">
        <IconButton label={t('player.close')} icon={ChevronDown} size="lg" tooltip={false} onClick={close} className="-ml-2" />
        <From onLeave={close} />
        {isShareable(current) ? <ShareButton item={current} size="lg" /> : <span className="size-11" />}
      </header>
      <div className="mx-auto grid max-w-[1280px] gap-10 lg:grid-cols-2 lg:items-start lg:gap-16">
        <Stage item={current} onLeave={close} />
        <Sides item={current} onLeave={close} />
      </div>
    </div>
  );
}

/** The source of the song. */
function From({ onLeave }: { onLeave: () => void }) {
  const context = usePlayerState(({ queue }) => queue.context);
  return (
    <div className="min-w-0 text-center text-sm">
      <p aria-hidden className="font-semibold text-fg-muted">
        {t('player.nowPlaying')}
      </p>
      {context?.href && (
        <Link to={context.href} onClick={onLeave} className="block truncate leading-6 hover:underline">
          {context.title}
        </Link>
      )}
    </div>
  );
}

function Sides({ item, onLeave }: { item: QueueItem; onLeave: () => void }) {
  const trackId = useCurrentTrackId();
  const { tab, asked } = useNowPlaying();
  const sides = useRef<HTMLDivElement>(null);
  // On a phone the tabs are below the cover: scroll to the requested one.
  useEffect(() => {
    if (asked) sides.current?.scrollIntoView({ block: 'start' });
  }, [asked]);
  const tabs = [
    { value: 'queue', label: t('player.tab.queue') },
    ...(trackId
      ? ([
          { value: 'lyrics', label: t('player.tab.lyrics') },
          { value: 'about', label: t('player.tab.about') },
        ] as const)
      : []),
    ...(item.details.podcastId ? ([{ value: 'episode', label: t('player.tab.episode') }] as const) : []),
  ] as const;
  const shown = tabs.some(({ value }) => value === tab) ? tab : 'queue';
  return (
    <div ref={sides} className="min-w-0 lg:h-[calc(100dvh-100px)] lg:overflow-y-auto lg:px-1">
      <Tabs label={t('player.nowPlaying')} value={shown} onChange={(next) => useNowPlaying.setState({ tab: next })} tabs={tabs}>
        <Suspense fallback={<Skeleton className="h-40 w-full" />}>
          {shown === 'lyrics' && trackId && <LyricsView key={trackId} trackId={trackId} follows={!item.details.live} />}
          {shown === 'queue' && <QueueView />}
          {shown === 'episode' && <EpisodeView key={item.track.id} episodeId={item.track.id} />}
          {shown === 'about' && <AboutView key={trackId} onLeave={onLeave} />}
        </Suspense>
      </Tabs>
    </div>
  );
}
