import { useNavigate } from '@tanstack/react-router';
import { CircleArrowDown, CircleCheckBig, Lock } from 'lucide-react';
import { useLock } from '@/api/plan';
import { t } from '@/i18n/downloads';
import { canDownload, type DownloadItem, download, removeDownload, useDownload } from '@/lib/offline';
import { IconButton } from '@/ui/icon-button';
import { reasonOf } from '@/ui/plan/plan-lock';
import { Spinner } from '@/ui/spinner';
import { toast } from '@/ui/toast/toast-store';

/** Downloads a playlist, an album or the liked songs to this browser, or removes the download. Hidden if the browser cannot store music; a lock leads to other plans if the person's plan has no downloads. */
export function DownloadButton({ item, disabled = false }: { item: DownloadItem; disabled?: boolean }) {
  const known = useDownload(item.kind, item.id);
  const lock = useLock('downloads');
  const navigate = useNavigate();
  if (!canDownload()) return null;
  if (!known && lock)
    return (
      <IconButton icon={Lock} label={`${reasonOf('downloads', lock)} ${t('plan.see')}`} onClick={() => void navigate({ to: '/premium' })} />
    );
  if (!known) {
    return (
      <IconButton
        icon={CircleArrowDown}
        label={t('downloads.downloadNamed', { title: item.title })}
        disabled={disabled}
        onClick={() => download(item)}
      />
    );
  }
  const busy = known.state === 'downloading' || known.state === 'waiting';
  const remove = () => {
    removeDownload(item);
    toast({
      title: t('downloads.removed'),
      description: item.title,
      action: { label: t('downloads.undo'), onSelect: () => download(item) },
    });
  };
  return (
    <span className="inline-flex items-center gap-1">
      <IconButton icon={CircleCheckBig} aria-pressed label={t('downloads.removeNamed', { title: item.title })} onClick={remove} />
      <span role="status" className="tnum inline-flex items-center gap-1.5 text-fg-muted text-xs">
        {busy && <Spinner size={14} />}
        {known.state !== 'done' && t('downloads.some', { done: known.done, total: known.total })}
        <span className="sr-only">{t(`downloads.state.${known.state}`)}</span>
      </span>
    </span>
  );
}
