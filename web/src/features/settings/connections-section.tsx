import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '@/api/client';
import { ApiError, messageOf } from '@/api/error';
import type { ScrobblingService } from '@/api/types';
import { language, t } from '@/i18n/settings';
import { moment } from '@/lib/format';
import { AskDialog } from '@/ui/ask-dialog';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { Group, Row } from '@/ui/group';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { scrobblingQuery, useAccountChanged, useChange } from './queries';

/** The services to which the person has their listens sent. */
export function ConnectionsSection() {
  return (
    <Group title={t('scrobbling.title')} lead={t('scrobbling.lead')}>
      <QueryView query={useQuery(scrobblingQuery)} skeleton={<Skeleton className="my-4 h-14 w-full" />}>
        {(list) => list.map((item) => <ServiceRow key={item.service} item={item} />)}
      </QueryView>
    </Group>
  );
}

function ServiceRow({ item }: { item: ScrobblingService }) {
  const { connection, title } = item;
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
      hint={connection ? <State connection={connection} /> : t('scrobbling.listenbrainz')}
    >
      {(!connection || connection.isStopped) && <Connect again={connection !== null} />}
      {connection && (
        <AskDialog
          trigger={<Button variant="secondary">{t('scrobbling.disconnect')}</Button>}
          title={t('scrobbling.disconnectTitle', { service: title })}
          description={t('scrobbling.disconnectText')}
          action={t('scrobbling.disconnect')}
          onConfirm={() => disconnect.mutate(item.service)}
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

/** A form for the token of ListenBrainz, or of another server with its API. */
function Connect({ again }: { again: boolean }) {
  const [open, setOpen] = useState(false);
  const [token, setToken] = useState('');
  const [server, setServer] = useState('');
  const changed = useAccountChanged();
  const connect = useMutation({
    mutationFn: () =>
      request('/api/account/scrobbling/listenbrainz', { method: 'PUT', body: { token: token.trim(), server: server.trim() } }),
    onSuccess: async () => {
      setOpen(false);
      setToken('');
      await changed();
    },
  });
  const { error } = connect;
  const errors = error instanceof ApiError ? error.fieldErrors : {};
  const other = error && !errors.token && !errors.server ? messageOf(error, t('settings.notSaved')) : undefined;
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={<Button>{t(again ? 'scrobbling.connectAgain' : 'scrobbling.connect')}</Button>}
      title={t('scrobbling.connectTitle')}
      description={t('scrobbling.connectText')}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          connect.mutate();
        }}
      >
        <Field
          label={t('scrobbling.token')}
          hint={t('scrobbling.tokenHint')}
          type="password"
          autoComplete="off"
          required
          maxLength={200}
          value={token}
          onChange={(event) => setToken(event.target.value)}
          error={errors.token?.[0]}
        />
        <Field
          label={t('scrobbling.server')}
          hint={t('scrobbling.serverHint')}
          type="url"
          inputMode="url"
          maxLength={500}
          value={server}
          onChange={(event) => setServer(event.target.value)}
          error={errors.server?.[0]}
        />
        {other && (
          <p role="alert" className="text-danger text-sm">
            {other}
          </p>
        )}
        <Button type="submit" className="justify-self-end" pending={connect.isPending}>
          {t('scrobbling.connect')}
        </Button>
      </form>
    </Dialog>
  );
}
