import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { messageOf } from '@/api/error';
import { PODCASTS, refreshPodcasts } from '@/api/podcasts';
import { apiQuery } from '@/api/query-client';
import type { PodcastImport } from '@/api/types';
import { uploadFile } from '@/api/upload';
import { t } from '@/i18n/podcasts';
import { percent } from '@/lib/format';
import { Button } from '@/ui/button';
import { ProgressBar } from '@/ui/progress-bar';

const IMPORTS = [`${PODCASTS}/imports`] as const;
const POLL = 1000; // ms between two polls of a running import

const runs = (job: PodcastImport | undefined) => job?.state === 'waiting' || job?.state === 'running';

/** Imports subscriptions from another app, and exports the person's own. */
export function PodcastOpmlForm() {
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const jobs = useQuery({ ...apiQuery(IMPORTS), staleTime: 0, refetchInterval: ({ state }) => (runs(state.data?.[0]) ? POLL : false) });
  const latest = jobs.data?.[0];
  const send = useMutation({
    mutationFn: (file: File) => uploadFile(`${PODCASTS}/opml`, file, () => undefined),
    onSuccess: () => client.invalidateQueries({ queryKey: IMPORTS }),
  });
  const state = latest?.state;
  useEffect(() => {
    if (state === 'done') void refreshPodcasts(client);
  }, [client, state]);
  return (
    <div className="grid gap-4">
      <p className="text-fg-muted">{t('podcast.opmlHint')}</p>
      <input
        ref={input}
        type="file"
        accept=".opml,.xml,text/x-opml,application/xml"
        aria-label={t('podcast.opml')}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) send.mutate(file);
          target.value = '';
        }}
      />
      <div className="flex flex-wrap gap-3">
        <Button pending={send.isPending || runs(latest)} onClick={() => input.current?.click()}>
          {t('podcast.opmlChoose')}
        </Button>
        <Button asChild variant="secondary">
          <a href={`${PODCASTS}/opml`} download="podcasts.opml">
            {t('podcast.opmlExport')}
          </a>
        </Button>
      </div>
      {send.error && (
        <p role="alert" className="text-danger">
          {messageOf(send.error, t('podcast.failed'))}
        </p>
      )}
      {latest && <Report job={latest} />}
    </div>
  );
}

function Report({ job }: { job: PodcastImport }) {
  if (runs(job)) {
    const label = t('podcast.opmlRunning', { percent: percent(job.progress * 100) });
    return <ProgressBar label={label} value={job.progress} />;
  }
  return (
    <div role="status" className="grid gap-2">
      <p>
        {job.state === 'failed'
          ? t('podcast.opmlFailed')
          : t('podcast.opmlDone', { added: job.added, already: job.already, refused: job.refused })}
      </p>
      {job.wrong.length > 0 && (
        <ul className="grid max-h-48 gap-2 overflow-y-auto text-sm">
          {job.wrong.map(({ url, reason }) => (
            <li key={url}>
              <span className="break-all">{url}</span>
              <span className="block text-fg-muted">{reason}</span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
