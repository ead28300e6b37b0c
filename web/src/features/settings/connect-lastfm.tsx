import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { t } from '@/i18n/settings';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { useAccountChanged } from './queries';

/** Asks the person to allow access on a page of Last.fm, and connects afterwards. */
export function ConnectLastFm({ again }: { again: boolean }) {
  const [open, setOpen] = useState(false);
  const changed = useAccountChanged();
  const ask = useMutation({ mutationFn: () => request('/api/account/scrobbling/lastfm/request', { method: 'POST' }) });
  const connect = useMutation({
    mutationFn: (token: string) => request('/api/account/scrobbling/lastfm', { method: 'PUT', body: { token } }),
    onSuccess: async () => {
      setOpen(false);
      await changed();
    },
  });
  const error = ask.error ?? connect.error;
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        setOpen(isOpen);
        connect.reset();
        if (isOpen) ask.mutate();
      }}
      trigger={<Button>{t(again ? 'scrobbling.connectAgain' : 'scrobbling.connect')}</Button>}
      title={t('scrobbling.lastfmTitle')}
      description={t('scrobbling.lastfmText')}
    >
      <div className="grid gap-4">
        {error && (
          <p role="alert" className="text-danger text-sm">
            {messageOf(error, t('settings.notSaved'))}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          {ask.data ? (
            <>
              <Button variant="secondary" asChild>
                <a href={ask.data.page} target="_blank" rel="noopener noreferrer">
                  {t('scrobbling.lastfmAllow')}
                </a>
              </Button>
              <Button pending={connect.isPending} onClick={() => connect.mutate(ask.data.token)}>
                {t('scrobbling.lastfmContinue')}
              </Button>
            </>
          ) : (
            <Button variant="secondary" pending={ask.isPending} onClick={() => ask.mutate()}>
              {t('scrobbling.lastfmAllow')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}
