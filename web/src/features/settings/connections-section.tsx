import { useQuery } from '@tanstack/react-query';
import { request } from '@/api/client';
import type { ScrobblingService } from '@/api/types';
import { language, t } from '@/i18n/settings';
import { moment } from '@/lib/format';
import { AskDialog } from '@/ui/ask-dialog';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Group, Row } from '@/ui/group';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { ConnectLastFm } from './connect-lastfm';
import { ConnectListenBrainz } from './connect-listenbrainz';
import { ImportsSection } from './imports-section';
import { scrobblingQuery, useChange } from './queries';

/** Other services: where the person has their listens sent, and what they bring from there. */
export const ConnectionsSection = () => (
  <>
    <Scrobbling />
    <ImportsSection />
  </>
);

function Scrobbling() {
  return (
    <Group title={t('scrobbling.title')} lead={t('scrobbling.lead')}>
      <QueryView query={useQuery(scrobblingQuery)} skeleton={<Skeleton className="my-4 h-14 w-full" />}>
        {(list) => list.map((item) => <ServiceRow key={item.service} item={item} />)}
      </QueryView>
    </Group>
  );
}

const ABOUT = { listenbrainz: 'scrobbling.listenbrainz', lastfm: 'scrobbling.lastfm' } as const;
const CONNECT = { listenbrainz: ConnectListenBrainz, lastfm: ConnectLastFm };

function ServiceRow({ item }: { item: ScrobblingService }) {
  const { connection, isAvailable, service, title } = item;
  const Connect = CONNECT[service];
  const disconnect = useChange(
    (service: string) => request(`/api/account/scrobbling/${service}`, { method: 'DELETE' }),
    t('scrobbling.disconnected', { service: title }),
  );
  return (
    <Row
      label={
        <>
          {title}
          {connection && (
            <Badge tone={connection.isStopped ? 'danger' : 'neutral'}>
              {t(connection.isStopped ? 'scrobbling.stopped' : 'scrobbling.connected')}
            </Badge>
          )}
        </>
      }
      hint={connection ? <State connection={connection} /> : t(isAvailable ? ABOUT[service] : 'scrobbling.notSetUp', { service: title })}
    >
      {isAvailable && (!connection || connection.isStopped) && <Connect again={connection !== null} />}
      {connection && (
        <AskDialog
          trigger={<Button variant="secondary">{t('scrobbling.disconnect')}</Button>}
          title={t('scrobbling.disconnectTitle', { service: title })}
          description={t('scrobbling.disconnectText')}
          action={t('scrobbling.disconnect')}
          onConfirm={() => disconnect.mutate(service)}
        />
      )}
    </Row>
  );
}

function State({ connection }: { connection: NonNullable<ScrobblingService['connection']> }) {
  const { name, server, sent, waiting, refused, lastSentAt, problem } = connection;
  const figures = [
    sent > 0 ? t('scrobbling.sent', { n: sent }) : t('scrobbling.noneSent'),
    waiting > 0 && t('scrobbling.waiting', { n: waiting }),
    refused > 0 && t('scrobbling.refused', { n: refused }),
    lastSentAt && t('scrobbling.last', { when: moment(lastSentAt, language()) }),
  ];
  return (
    <>
      <p className="break-words">{[t('scrobbling.as', { name }), server].filter(Boolean).join(' · ')}</p>
      <p>{figures.filter(Boolean).join(' · ')}</p>
      {problem && <p className="text-danger">{problem}</p>}
    </>
  );
}
