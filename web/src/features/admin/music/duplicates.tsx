import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy as CopyIcon } from 'lucide-react';
import { useState } from 'react';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { onePage } from '@/api/query-client';
import { t } from '@/i18n/admin/music';
import '@/i18n/admin/table';
import { bytes, time } from '@/lib/format';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast/toast-store';
import { FailureDialog } from '../table/failure-dialog';
import { TypedDialog } from '../table/typed-dialog';
import type { Failure } from '../table/use-bulk';
import { formatOf, statusOf } from './columns';
import { bestOf, type Copy, type Recording } from './copies';
import { PlaySong } from './song-actions';

/** How many recordings a page shows. */
const SHOWN = 20;

/** Recordings of which there are several files. One of the files is kept. */
export function Duplicates() {
  const [at, setAt] = useState(0);
  const query = useQuery({ ...onePage(['/api/admin/duplicates', { at, limit: SHOWN }]), staleTime: 0 });
  return (
    <QueryView
      query={query}
      skeleton={<Skeleton className="h-60 w-full rounded-lg" />}
      isEmpty={({ total }) => total === 0}
      empty={<EmptyState icon={CopyIcon} title={t('copies.none')} text={t('copies.noneText')} />}
    >
      {({ items, total }) => (
        <>
          <p className="max-w-[70ch] text-fg-muted">{t('copies.lead')}</p>
          <p role="status" className="mt-3 text-fg-muted text-sm">
            {t('copies.total', { n: total })}
          </p>
          <ul className="mt-4 grid gap-5">
            {items.map((recording) => (
              <OneRecording key={recording.tracks.map(({ id }) => id).join()} recording={recording} />
            ))}
          </ul>
          <div className="mt-4 flex justify-end gap-2">
            {at > 0 && (
              <Button variant="secondary" onClick={() => setAt(Math.max(0, at - SHOWN))}>
                {t('table.previous')}
              </Button>
            )}
            {at + SHOWN < total && (
              <Button variant="secondary" onClick={() => setAt(at + SHOWN)}>
                {t('table.next')}
              </Button>
            )}
          </div>
        </>
      )}
    </QueryView>
  );
}

const label = ({ title, artist, album, format }: Copy) => [title, artist, album, formatOf({ format })].filter(Boolean).join(' · ');

function OneRecording({ recording: { tracks } }: { recording: Recording }) {
  const [keep, setKeep] = useState(() => bestOf(tracks)?.id);
  const [asks, setAsks] = useState(false);
  const { merge, isPending, failure, forget } = useMerge();
  const kept = tracks.find(({ id }) => id === keep);
  const others = tracks.filter(({ id }) => id !== keep);
  if (!kept || others.length === 0) return null;
  const run = (action: 'hide' | 'delete') => {
    setAsks(false);
    merge({ kept, others, action });
  };
  return (
    <li className="rounded-lg border border-line bg-surface p-4">
      <fieldset className="grid gap-2">
        <legend className="font-semibold">{kept.artist ? `${kept.title} · ${kept.artist}` : kept.title}</legend>
        {tracks.map((copy) => (
          <OneFile key={copy.id} copy={copy} isKept={copy.id === keep} onKeep={() => setKeep(copy.id)} />
        ))}
      </fieldset>
      <div className="mt-4 flex flex-wrap items-center justify-end gap-2">
        <Button variant="secondary" size="sm" pending={isPending} onClick={() => run('hide')}>
          {t('copies.hideOthers')}
        </Button>
        <Button variant="danger" size="sm" disabled={isPending} onClick={() => setAsks(true)}>
          {t('copies.deleteOthers')}
        </Button>
      </div>
      <TypedDialog
        action={asks ? { label: t('copies.deleteOthers'), warning: t('copies.deleteText', { file: kept.file.path }) } : null}
        names={others.map(({ file }) => file.path)}
        onClose={() => setAsks(false)}
        onConfirm={() => run('delete')}
      />
      <FailureDialog failure={failure} onClose={forget} />
    </li>
  );
}

function OneFile({ copy, isKept, onKeep }: { copy: Copy; isKept: boolean; onKeep: () => void }) {
  const { album, bitrate, duration, size, plays, file } = copy;
  const facts = [
    formatOf(copy),
    bitrate > 0 && `${bitrate} kbit/s`,
    time(duration),
    bytes(size),
    t('copies.plays', { n: plays }),
    t('copies.playlists', { n: file.playlists }),
    statusOf(copy),
  ];
  return (
    <div className="flex items-start gap-3 rounded-md border border-line p-3">
      <label className="flex min-w-0 flex-1 cursor-pointer items-start gap-3">
        <input
          type="radio"
          className="mt-1 size-5 shrink-0 accent-(--accent)"
          checked={isKept}
          onChange={onKeep}
          aria-label={t('copies.keep', { name: label(copy) })}
        />
        <span className="min-w-0">
          <span className="block break-words">{album || copy.title}</span>
          <span className="tnum block text-fg-muted text-sm">{facts.filter(Boolean).join(' · ')}</span>
          <span className="block break-all text-fg-faint text-xs">{file.path}</span>
        </span>
      </label>
      <PlaySong song={copy} />
    </div>
  );
}

type Merge = { kept: Copy; others: readonly Copy[]; action: 'hide' | 'delete' };

/** Keeps one file, and says what became of the others. */
function useMerge() {
  const client = useQueryClient();
  const [failure, setFailure] = useState<Failure | null>(null);
  const work = useMutation({
    mutationFn: ({ kept, others, action }: Merge) =>
      request('/api/admin/duplicates/merge', { method: 'POST', body: { keep: kept.id, others: others.map(({ id }) => id), action } }),
    onSuccess: ({ done, failed }, { others, action }) => {
      if (done.length > 0) {
        const title = t(action === 'hide' ? 'songs.hidden' : 'songs.deleted', { n: done.length });
        toast({ title, description: t('copies.moved') });
      }
      const paths = new Map(others.map(({ id, file }) => [id, file.path]));
      if (failed.length > 0)
        setFailure({ done: done.length, failed: failed.map(({ id, detail }) => ({ id, detail, name: paths.get(id) ?? id })) });
    },
    onError: (error) => toast({ tone: 'danger', title: t('table.failed'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: () => client.invalidateQueries(),
  });
  return { merge: work.mutate, isPending: work.isPending, failure, forget: () => setFailure(null) };
}
