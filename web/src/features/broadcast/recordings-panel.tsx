import { useQuery } from '@tanstack/react-query';
import { Pencil, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { request } from '@/api/client';
import type { Recording } from '@/api/types';
import { language, t } from '@/i18n/broadcast';
import { bytes, longTime, moment } from '@/lib/format';
import { usePlayer } from '@/player/view/use-player';
import { AskDialog } from '@/ui/ask-dialog';
import { Badge } from '@/ui/badge';
import { Group, Nothing } from '@/ui/group';
import { IconButton } from '@/ui/icon-button';
import { dialogPart } from '@/ui/part/part';
import { RecordingLimit } from '@/ui/plan/plan-lock';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { Switch } from '@/ui/switch';
import type { PanelProps } from './panel';
import { RECORDINGS, recordingsQuery, useRecordingChange } from './recordings';

const RecordingDialog = dialogPart(() => import('./recording-dialog').then((m) => m.RecordingDialog));

/** The recorded shows of a station. */
export function RecordingsPanel({ station }: PanelProps) {
  const recordings = useQuery(recordingsQuery(station.id));
  const [edited, setEdited] = useState<string>();
  const shown = recordings.data?.find(({ id }) => id === edited);
  return (
    <div className="max-w-3xl">
      <Group title={t('broadcast.recordings')} lead={t('broadcast.recordingsLead')}>
        <RecordingLimit of="show" className="py-4" />
        <QueryView
          query={recordings}
          skeleton={<Skeleton className="my-4 h-40" />}
          empty={<Nothing>{t(station.options?.recordShows ? 'broadcast.noRecordings' : 'broadcast.recordingsOff')}</Nothing>}
        >
          {(all) => all.map((one) => <RecordingRow key={one.id} recording={one} onEdit={() => setEdited(one.id)} />)}
        </QueryView>
      </Group>
      {shown && <RecordingDialog recording={shown} onClose={() => setEdited(undefined)} />}
    </div>
  );
}

/** A recording as a player item: its mix, which its editors can play before it is published. */
const itemOf = ({ mixId, title, djName, from, to }: Recording) => ({
  id: mixId ?? '',
  title,
  artist: djName,
  audioUrl: `/api/mixes/${mixId}/stream`,
  coverImageUrl: null,
  duration: to - from,
});

function RecordingRow({ recording, onEdit }: { recording: Recording; onEdit: () => void }) {
  const { title, djName, state, reason, beganAt, from, to, size, isPublished, mixId, tracklist } = recording;
  const { play } = usePlayer();
  const path = `${RECORDINGS}/${recording.id}` as const;
  const publish = useRecordingChange((isPublished: boolean) => request(path, { method: 'PUT', body: { isPublished } }));
  const remove = useRecordingChange(() => request(path, { method: 'DELETE' }), t('broadcast.recordingRemoved'));
  const facts = [djName, moment(beganAt, language()), state === 'ready' && longTime(to - from), state === 'ready' && bytes(size)];
  return (
    <article aria-label={title} className="grid gap-3 py-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        {mixId && (
          <IconButton
            icon={Play}
            variant="solid"
            label={t('broadcast.playIt', { name: title })}
            onClick={() => play([itemOf(recording)])}
          />
        )}
        <div className="min-w-0 flex-1 basis-40">
          <p className="flex min-w-0 items-center gap-2">
            <span className="truncate font-semibold">{title}</span>
            {state === 'recording' && <Badge tone="live">{t('broadcast.recordingNow')}</Badge>}
            {state === 'failed' && <Badge tone="danger">{t('broadcast.recordingFailed')}</Badge>}
          </p>
          <p className="tnum text-fg-muted text-sm">{facts.filter(Boolean).join(' · ')}</p>
          {reason && <p className="text-danger text-sm">{reason}</p>}
        </div>
        <div className="flex">
          {state === 'ready' && <IconButton icon={Pencil} label={t('broadcast.recordingEdit', { name: title })} onClick={onEdit} />}
          {state !== 'recording' && (
            <AskDialog
              trigger={<IconButton icon={Trash2} label={t('broadcast.showRemove', { name: title })} />}
              title={t('broadcast.showRemove', { name: title })}
              description={t('broadcast.recordingRemoveText')}
              action={t('broadcast.remove')}
              onConfirm={() => remove.mutate()}
            />
          )}
        </div>
      </div>
      {state === 'ready' && (
        <>
          <Switch
            label={t('broadcast.publish')}
            hint={t('broadcast.publishHint')}
            checked={isPublished}
            disabled={publish.isPending}
            onChange={({ target }) => publish.mutate(target.checked)}
          />
          {tracklist.length > 0 && <Tracklist recording={recording} />}
        </>
      )}
    </article>
  );
}

const Tracklist = ({ recording: { tracklist } }: { recording: Recording }) => (
  <details>
    <summary className="w-fit cursor-pointer rounded-sm py-1 font-semibold text-fg-muted text-sm hover:text-fg hit">
      {t('broadcast.tracklistN', { n: tracklist.length })}
    </summary>
    <ol className="mt-2 grid gap-1 text-sm">
      {tracklist.map(({ seconds, artist, title }) => (
        <li key={`${seconds}-${title}`} className="flex gap-3">
          <span className="tnum w-14 shrink-0 text-fg-muted">{longTime(seconds)}</span>
          <span className="min-w-0">{[artist, title].filter(Boolean).join(' – ')}</span>
        </li>
      ))}
    </ol>
  </details>
);
