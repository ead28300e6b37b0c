import { useQuery } from '@tanstack/react-query';
import { ListStart, X } from 'lucide-react';
import { request } from '@/api/client';
import { apiQuery } from '@/api/query-client';
import { RADIOS } from '@/api/stations';
import type { Station, StationRequest } from '@/api/types';
import { language, t } from '@/i18n/broadcast';
import { seedOf } from '@/lib/art';
import { AskDialog } from '@/ui/ask-dialog';
import { Badge } from '@/ui/badge';
import { Cover } from '@/ui/cover';
import { Group, Nothing } from '@/ui/group';
import { IconButton } from '@/ui/icon-button';
import { useStationChange } from './queries';

const REFRESH = 15_000; // ms: listeners send requests while this is on screen

/** The waiting requests of listeners: play next, or decline. */
export function WaitingRequests({ station }: { station: Station }) {
  const requests = useQuery({ ...apiQuery([RADIOS, station.id, 'requests']), refetchInterval: REFRESH });
  if (!requests.data?.isOpen) return null;
  const waiting = requests.data.items.filter(({ state }) => state === 'waiting' || state === 'queued');
  return (
    <div className="mb-6">
      <Group
        title={t('broadcast.requestsTitle')}
        lead={t(requests.data.isByVote ? 'broadcast.requestsByVoteLead' : 'broadcast.requestsByAgeLead')}
      >
        {waiting.length === 0 ? (
          <Nothing>{t('broadcast.noRequests')}</Nothing>
        ) : (
          <ul aria-label={t('broadcast.requestsTitle')} className="divide-y divide-line">
            {waiting.map((item) => (
              <WaitingRequest key={item.id} station={station} item={item} />
            ))}
          </ul>
        )}
      </Group>
    </div>
  );
}

function WaitingRequest({ station, item }: { station: Station; item: StationRequest }) {
  const path = `${RADIOS}/${station.id}/requests/${item.id}` as const;
  const play = useStationChange(station.id, () => request(`${path}/queue`, { method: 'POST' }), t('broadcast.added'));
  const refuse = useStationChange(station.id, () => request(path, { method: 'DELETE' }), t('broadcast.refused'));
  const { track, by, votes, message } = item;
  const facts = [track.artist, t('broadcast.askedBy', { name: by.name }), votes > 1 && t('broadcast.votes', { n: votes })];
  return (
    <li className="flex items-center gap-3 py-3">
      <Cover url={track.coverImageUrl} seed={seedOf(track)} sizes="40px" className="size-10 shrink-0 rounded-sm" />
      <div className="min-w-0 flex-1">
        <p className="flex min-w-0 items-center gap-2">
          <span className="truncate font-semibold">{track.title}</span>
          {item.state === 'queued' && <Badge tone="outline">{dueText(item)}</Badge>}
        </p>
        <p className="truncate text-fg-muted text-sm">{facts.filter(Boolean).join(' · ')}</p>
        {message && <p className="break-words text-sm">“{message}”</p>}
        {item.reason && <p className="text-fg-muted text-sm">{item.reason}</p>}
      </div>
      <div className="flex shrink-0">
        <IconButton
          icon={ListStart}
          label={t('broadcast.addNext', { title: track.title })}
          disabled={play.isPending}
          onClick={() => play.mutate()}
        />
        <AskDialog
          trigger={<IconButton icon={X} label={t('broadcast.refuse', { title: track.title })} />}
          title={t('broadcast.refuse', { title: track.title })}
          description={t('broadcast.refuseText', { name: by.name })}
          action={t('broadcast.refuseIt')}
          onConfirm={() => refuse.mutate()}
        />
      </div>
    </li>
  );
}

const dueText = ({ at }: StationRequest) =>
  at
    ? t('broadcast.due', { time: new Date(at).toLocaleTimeString(language(), { hour: 'numeric', minute: '2-digit' }) })
    : t('broadcast.taken');
