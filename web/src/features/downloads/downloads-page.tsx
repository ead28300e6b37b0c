import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronUp, CircleArrowDown, Pause, Play, RotateCcw, ShieldAlert, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Track } from '@/api/types';
import { t } from '@/i18n/downloads';
import { seedOf } from '@/lib/art';
import { bytes, time } from '@/lib/format';
import { canDownload, type Download, download, keyOf, removeDownload, useOffline } from '@/lib/offline';
import { usePrefs } from '@/lib/prefs';
import type { PlayContext } from '@/player/engine/queue/item';
import { usePlayer, usePlayerState } from '@/player/view/use-player';
import { Button } from '@/ui/button';
import { Cover } from '@/ui/cover';
import { EmptyState } from '@/ui/empty-state';
import { IconButton } from '@/ui/icon-button';
import { PageHeader } from '@/ui/page-header';
import { PlanLock } from '@/ui/plan/plan-lock';
import { ProgressBar } from '@/ui/progress-bar';
import { Select } from '@/ui/select';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast/toast-store';
import { downloader } from './keep-downloads';

const GB = 1e9;
const QUALITIES = ['low', 'normal', 'high', 'lossless'] as const;
const LIMITS = [1, 2, 5, 10, 20, 50, 100] as const;

/** /downloads: the downloads of this browser, their size and progress. Works without a connection. */
export function DownloadsPage() {
  const downloads = useOffline((state) => state.downloads);
  return (
    <>
      <PageHeader title={t('title.downloads')} lead={t('downloads.lead')} />
      <PlanLock of="downloads" className="mb-5" />
      {!canDownload() ? (
        <EmptyState icon={ShieldAlert} title={t('downloads.unsupported')} text={t('downloads.unsupportedText')} />
      ) : downloads ? (
        <Kept downloads={Object.values(downloads)} />
      ) : (
        <Skeleton className="h-40 w-full" />
      )}
    </>
  );
}

function Kept({ downloads }: { downloads: readonly Download[] }) {
  return (
    <>
      <Room used={downloads.reduce((sum, item) => sum + item.bytes, 0)} />
      {downloads.length === 0 ? (
        <EmptyState
          icon={CircleArrowDown}
          title={t('downloads.empty')}
          text={t('downloads.emptyText')}
          action={
            <Button asChild>
              <Link to="/library">{t('downloads.browse')}</Link>
            </Button>
          }
        />
      ) : (
        <ul className="divide-y divide-line">
          {downloads.map((item) => (
            <Row key={keyOf(item)} item={item} />
          ))}
        </ul>
      )}
    </>
  );
}

/** The used space and the limit. */
function Room({ used }: { used: number }) {
  const limit = usePrefs((prefs) => prefs.downloadLimit);
  const quality = usePrefs((prefs) => prefs.downloadQuality);
  const set = usePrefs((prefs) => prefs.set);
  const [free, setFree] = useState<number>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever the room taken has changed
  useEffect(() => {
    navigator.storage
      ?.estimate?.()
      .then(({ quota = 0, usage = 0 }) => setFree(Math.max(0, quota - usage)))
      .catch((error: unknown) => console.warn('The room on this device is not known.', error));
  }, [used]);
  const options = LIMITS.map((n) => ({ value: String(n), label: t('downloads.limitOf', { n }) }));
  return (
    <div className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-3 rounded-xl border border-line bg-surface px-5 py-4">
      <div className="min-w-[min(100%,16rem)] flex-1">
        <p className="tnum font-semibold">{t('downloads.used', { used: bytes(used), limit: bytes(limit * GB) })}</p>
        <ProgressBar
          label={t('downloads.used', { used: bytes(used), limit: bytes(limit * GB) })}
          value={used}
          max={limit * GB}
          className="my-2"
        />
        {free !== undefined && <p className="tnum text-fg-muted text-sm">{t('downloads.free', { free: bytes(free) })}</p>}
      </div>
      <Select
        label={t('downloads.quality')}
        value={quality}
        onChange={(downloadQuality) => set({ downloadQuality })}
        options={QUALITIES.map((value) => ({ value, label: t(`downloads.quality.${value}`) }))}
      />
      <Select label={t('downloads.limit')} value={String(limit)} onChange={(n) => set({ downloadLimit: Number(n) })} options={options} />
    </div>
  );
}

const hrefOf = ({ kind, id }: Download) => (kind === 'liked' ? '/liked' : `/${kind}s/${id}`);

function Row({ item }: { item: Download }) {
  const { toggle, state } = usePlayDownload(item);
  const [open, setOpen] = useState(false);
  const unfinished = item.state !== 'done';
  const remove = () => {
    removeDownload(item);
    toast({
      title: t('downloads.removed'),
      description: item.title,
      action: { label: t('downloads.undo'), onSelect: () => download(item) },
    });
  };
  return (
    <li className="py-3">
      <div className="flex items-center gap-3">
        <Cover url={item.coverUrl ?? null} seed={seedOf(item)} sizes="56px" className="size-14 rounded-sm" />
        <IconButton
          icon={state === 'playing' ? Pause : Play}
          label={t('downloads.playNamed', { title: item.title })}
          disabled={item.done === 0}
          onClick={() => void toggle()}
        />
        <div className="min-w-0 flex-1">
          <Link to={hrefOf(item)} className="block truncate font-semibold hover:underline">
            {item.title}
          </Link>
          <p className="tnum truncate text-fg-muted text-sm">
            {t(`downloads.kind.${item.kind}`)} ·{' '}
            {unfinished ? t('downloads.some', { done: item.done, total: item.total }) : t('downloads.songs', { n: item.total })} ·{' '}
            {bytes(item.bytes)}
          </p>
          {unfinished && (
            <>
              <ProgressBar label={t('downloads.progress', { title: item.title })} value={item.done} max={item.total} className="mt-1.5" />
              <p role="status" className="mt-1 text-fg-muted text-xs">
                {t(`downloads.state.${item.state}`)}
              </p>
            </>
          )}
        </div>
        {(item.state === 'failed' || item.state === 'paused' || item.state === 'full') && (
          <IconButton icon={RotateCcw} label={t('downloads.retry')} onClick={() => download(item)} />
        )}
        <IconButton
          icon={open ? ChevronUp : ChevronDown}
          label={t('downloads.songsOf', { title: item.title })}
          aria-expanded={open}
          disabled={item.done === 0}
          onClick={() => setOpen(!open)}
        />
        <IconButton icon={Trash2} label={t('downloads.removeNamed', { title: item.title })} onClick={remove} />
      </div>
      {open && <Songs item={item} />}
    </li>
  );
}

/** The downloaded songs, which can be played from here because their own page may be unavailable. */
function Songs({ item }: { item: Download }) {
  const player = usePlayer();
  const [tracks, setTracks] = useState<readonly Track[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again whenever there is one more
  useEffect(() => {
    void downloader()?.then((running) => setTracks(running.playable(item)));
  }, [item.kind, item.id, item.done]);
  return (
    <ol className="mt-2 pl-2 sm:pl-17">
      {tracks.map((track, i) => (
        <li key={track.id}>
          <button
            type="button"
            aria-current={player.isCurrent(track.id) ? 'true' : undefined}
            onClick={() => player.play(tracks, i, contextOf(item))}
            className="flex min-h-11 w-full items-center gap-4 rounded-md px-2 py-1 text-left hover:bg-surface-2 aria-[current]:text-accent-text"
          >
            <span className="min-w-0 flex-1">
              <span className="block truncate">{track.title}</span>
              <span className="block truncate text-fg-muted text-sm">{track.artist}</span>
            </span>
            <span className="tnum text-fg-muted text-sm">{time(track.duration)}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

const contextOf = (item: Download): PlayContext => ({
  kind: item.kind === 'track' ? 'library' : item.kind,
  title: item.title,
  href: hrefOf(item),
});

/** Plays the downloaded songs of a download, also without a connection. */
function usePlayDownload(item: Download) {
  const player = usePlayer();
  const playing = usePlayerState((now) => now.isPlaying && now.queue.context?.href === hrefOf(item));
  const toggle = async () => {
    if (playing) return player.pause();
    const tracks = (await downloader())?.playable(item) ?? [];
    if (tracks.length === 0) return toast({ title: t('downloads.nothingHere'), description: item.title });
    player.play(tracks, 0, contextOf(item));
  };
  return { toggle, state: playing ? 'playing' : 'idle' } as const;
}
