import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { request } from '@/api/client';
import { ApiError, messageOf } from '@/api/error';
import type { Backup } from '@/api/types';
import { language, t } from '@/i18n/admin';
import { moment } from '@/lib/format';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { databaseQuery } from './database-queries';

/** Restores a backup, after a word was typed. */
export function RestoreDialog({ backup }: { backup: Backup }) {
  const [open, setOpen] = useState(false);
  const when = moment(backup.createdAt, language());
  const title = t('database.restoreNamed', { when });
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="secondary" size="sm" aria-label={title}>
          {t('database.restore')}
        </Button>
      }
      title={title}
      description={t('database.restoreText', { when })}
    >
      <RestoreForm backup={backup} onStarted={() => setOpen(false)} />
    </Dialog>
  );
}

function RestoreForm({ backup: { id, encrypted, secretKey }, onStarted }: { backup: Backup; onStarted: () => void }) {
  const [key, setKey] = useState('');
  const [typed, setTyped] = useState('');
  const client = useQueryClient();
  const word = t('database.word');
  const restore = useMutation({
    mutationFn: () => request(`/api/admin/backups/${id}/restore`, { method: 'POST', body: { key } }),
    onSuccess: () => {
      onStarted();
      return client.invalidateQueries({ queryKey: databaseQuery.queryKey });
    },
  });
  const wrongKey = restore.error instanceof ApiError ? restore.error.fieldErrors.key?.[0] : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    restore.mutate();
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      {!secretKey && <p className="text-sm">{t('database.restoreWithoutKey')}</p>}
      {encrypted && (
        <Field
          type="password"
          autoComplete="off"
          label={t('database.key')}
          hint={t('database.keyHint')}
          error={wrongKey}
          value={key}
          onChange={(event) => setKey(event.target.value)}
        />
      )}
      <Field autoComplete="off" label={t('database.confirm', { word })} value={typed} onChange={(event) => setTyped(event.target.value)} />
      {restore.error && !wrongKey && (
        <p role="alert" className="text-danger text-sm">
          {messageOf(restore.error, t('ui.loadFailedText'))}
        </p>
      )}
      <Button
        type="submit"
        variant="danger"
        className="justify-self-end"
        disabled={typed.trim().toLowerCase() !== word}
        pending={restore.isPending}
      >
        {t('database.restore')}
      </Button>
    </form>
  );
}
