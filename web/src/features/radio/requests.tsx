import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ChevronUp, Plus } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '@/api/auth/session';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { apiQuery } from '@/api/query-client';
import { RADIOS } from '@/api/stations';
import type { Station, StationRequest, Track } from '@/api/types';
import { language, t } from '@/i18n/radio';
import { seedOf } from '@/lib/art';
import { useSettled } from '@/lib/settled';
import { Button } from '@/ui/button';
import { Cover } from '@/ui/cover';
import { Field } from '@/ui/field';
import { IconButton } from '@/ui/icon-button';
import { QueryView } from '@/ui/query-view';
import { RowsSkeleton } from '@/ui/rows-skeleton';
import { toast } from '@/ui/toast/toast-store';
import { Panel } from './panel';
import { requestsQuery } from './queries';

const FOUND = 6;

/** The requests of a station: members request songs and vote for other requests. */
export function Requests({ station }: { station: Station }) {
  const signedIn = useSession().status === 'signedIn';
  return (
    <Panel title={t('station.requests')}>
      {signedIn ? (
        <>
          <p className="mb-3 text-fg-muted text-sm">{t('station.requestsLead')}</p>
          <Ask station={station} />
          <Waiting station={station} />
        </>
      ) : (
        <p className="text-fg-muted">{t('station.signIn')}</p>
      )}
    </Panel>
  );
}

function Ask({ station }: { station: Station }) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const q = useSettled(text.trim());
  const found = useQuery({ ...apiQuery(['/api/search', { q, limit: FOUND }]), enabled: q !== '' });
  const ask = useMutation({
    mutationFn: (track: Track) => request(`${RADIOS}/${station.id}/requests`, { method: 'POST', body: { trackId: track.id } }),
    onSuccess: (_, { title }) => {
      setText('');
      toast({ title: t('station.asked', { title }) });
    },
    onError: (error) => toast({ tone: 'danger', title: t('station.notAsked'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: () => client.invalidateQueries(requestsQuery(station.id)),
  });
  return (
    <div className="mb-4">
      <Field
        type="search"
        label={t('station.requestsSearch')}
        autoComplete="off"
        maxLength={200}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {q !== '' && found.data && (
        <ul aria-label={t('station.requestsSearch')} className="mt-2 divide-y divide-line rounded-lg border border-line bg-surface px-3">
          {found.data.tracks.slice(0, FOUND).map((track) => (
            <li key={track.id} className="flex min-h-14 items-center gap-3">
              <Names track={track} />
              <IconButton
                icon={Plus}
                label={t('station.ask', { title: track.title })}
                disabled={ask.isPending}
                onClick={({ detail }) => detail < 2 && ask.mutate(track)} // a double click sends one request
              />
            </li>
          ))}
          {found.data.tracks.length === 0 && <li className="py-4 text-fg-muted">{t('station.requestsNoMatch')}</li>}
        </ul>
      )}
    </div>
  );
}

function Waiting({ station }: { station: Station }) {
  const query = useQuery(requestsQuery(station.id));
  return (
    <QueryView
      query={query}
      skeleton={<RowsSkeleton rowHeight={56} rows={2} />}
      isEmpty={({ items }) => items.length === 0}
      empty={<p className="text-fg-muted">{t('station.requestsNone')}</p>}
    >
      {({ items }) => (
        <ul aria-label={t('station.requests')} className="divide-y divide-line">
          {items.map((item) => (
            <RequestRow key={item.id} item={item} station={station} />
          ))}
        </ul>
      )}
    </QueryView>
  );
}

function RequestRow({ item, station }: { item: StationRequest; station: Station }) {
  const client = useQueryClient();
  const vote = useMutation({
    mutationFn: () => request(`${RADIOS}/${station.id}/requests/${item.id}/vote`, { method: item.hasVoted ? 'DELETE' : 'POST' }),
    onError: (error) => toast({ tone: 'danger', title: t('station.notVoted'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: () => client.invalidateQueries(requestsQuery(station.id)),
  });
  const closed = item.state === 'played' || item.state === 'refused';
  return (
    <li className="flex min-h-14 items-center gap-3">
      <Names track={item.track} note={noteOf(item)} />
      {!closed && (
        <Button
          variant={item.hasVoted ? 'secondary' : 'outline'}
          size="sm"
          aria-pressed={item.hasVoted}
          aria-label={t('station.vote', { title: item.track.title })}
          pending={vote.isPending}
          onClick={() => vote.mutate()}
        >
          <ChevronUp size={16} aria-hidden />
          {t('station.votes', { n: item.votes })}
        </Button>
      )}
    </li>
  );
}

/** The state of a request, or else who sent it. */
function noteOf({ state, at, reason, message, by, isOwn }: StationRequest): string {
  if (state === 'queued' && at) {
    return t('station.due', { time: new Date(at).toLocaleTimeString(language(), { hour: 'numeric', minute: '2-digit' }) });
  }
  return reason || message || (isOwn ? '' : t('station.askedBy', { name: by.name }));
}

const Names = ({ track, note }: { track: Track; note?: string }) => (
  <>
    <Cover url={track.coverImageUrl} seed={seedOf(track)} sizes="40px" className="size-10 shrink-0 rounded-sm" />
    <span className="min-w-0 flex-1">
      <span className="block truncate font-medium">{track.title}</span>
      <span className="block truncate text-fg-muted text-sm">{[track.artist, note].filter(Boolean).join(' · ')}</span>
    </span>
  </>
);
