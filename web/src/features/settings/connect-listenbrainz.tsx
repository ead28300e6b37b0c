import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '@/api/client';
import { ApiError, messageOf } from '@/api/error';
import { t } from '@/i18n/settings';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { useAccountChanged } from './queries';

/** A form for the token of ListenBrainz, or of another server with its API. */
export function ConnectListenBrainz({ again }: { again: boolean }) {
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
