import { useMutation } from '@tanstack/react-query';
import { Megaphone } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { request } from '@/api/client';
import { ApiError, messageOf } from '@/api/error';
import { t } from '@/i18n/notifications';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { TextArea } from '@/ui/text-area';
import { toast } from '@/ui/toast/toast-store';

const EMPTY = { text: '', link: '' };
const LONGEST = 500;

/** Posts an announcement to everyone. */
export function AnnounceDialog() {
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState(EMPTY);
  const send = useMutation({
    mutationFn: () => request('/api/admin/announcements', { method: 'POST', body: said }),
    onSuccess: ({ told }) => {
      toast({ title: t('announce.sent', { n: told }) });
      setSaid(EMPTY);
      setOpen(false);
    },
  });
  const errors = send.error instanceof ApiError ? send.error.fieldErrors : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        send.reset();
      }}
      trigger={
        <Button variant="secondary">
          <Megaphone size={18} aria-hidden />
          {t('announce.open')}
        </Button>
      }
      title={t('announce.title')}
      description={t('announce.description')}
    >
      <form onSubmit={submit} className="grid gap-4">
        <TextArea
          label={t('announce.text')}
          required
          maxLength={LONGEST}
          error={errors.text?.[0]}
          value={said.text}
          onChange={(event) => setSaid({ ...said, text: event.target.value })}
        />
        <Field
          label={t('announce.link')}
          hint={t('announce.linkHint')}
          error={errors.link?.[0]}
          value={said.link}
          onChange={(event) => setSaid({ ...said, link: event.target.value })}
        />
        {send.error && Object.keys(errors).length === 0 && (
          <p role="alert" className="text-danger text-sm">
            {messageOf(send.error, t('ui.loadFailedText'))}
          </p>
        )}
        <Button type="submit" pending={send.isPending} className="justify-self-end">
          {t('announce.send')}
        </Button>
      </form>
    </Dialog>
  );
}
