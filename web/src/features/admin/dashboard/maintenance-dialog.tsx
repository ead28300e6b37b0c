import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Wrench } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { request } from '@/api/client';
import { ApiError, messageOf } from '@/api/error';
import { configQuery } from '@/api/queries';
import { t } from '@/i18n/admin/maintenance';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { TextArea } from '@/ui/text-area';
import { toast } from '@/ui/toast/toast-store';

const LONGEST = 300;

type Change = { maintenance: boolean; maintenanceMessage: string; maintenanceUntil: string };

/** Turns the maintenance mode on and off. */
export function MaintenanceDialog() {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button variant="secondary">
          <Wrench size={18} aria-hidden />
          {t('maintenance.open')}
        </Button>
      }
      title={t('maintenance.open')}
      description={t('maintenance.text')}
    >
      <MaintenanceForm onDone={() => setOpen(false)} />
    </Dialog>
  );
}

function MaintenanceForm({ onDone }: { onDone: () => void }) {
  const current = useQuery(configQuery).data?.maintenance;
  const [message, setMessage] = useState(current?.message ?? '');
  const [end, setEnd] = useState(current?.until ? inZone(current.until) : '');
  const save = useSave(onDone);
  const errors = save.error instanceof ApiError ? save.error.fieldErrors : {};
  const send = (on: boolean) =>
    save.mutate({ maintenance: on, maintenanceMessage: message.trim(), maintenanceUntil: end && new Date(end).toISOString() });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(true);
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <TextArea
        label={t('maintenance.message')}
        hint={t('maintenance.messageHint')}
        maxLength={LONGEST}
        error={errors.maintenanceMessage?.[0]}
        value={message}
        onChange={({ target }) => setMessage(target.value.replaceAll(/\s/g, ' '))}
      />
      <Field
        label={t('maintenance.end')}
        hint={t('maintenance.endHint')}
        type="datetime-local"
        min={inZone(new Date().toISOString())}
        error={errors.maintenanceUntil?.[0]}
        value={end}
        onChange={({ target }) => setEnd(target.value)}
      />
      {save.error && Object.keys(errors).length === 0 && (
        <p role="alert" className="text-danger text-sm">
          {messageOf(save.error, t('ui.loadFailedText'))}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        {current && (
          <Button type="button" variant="secondary" pending={save.isPending} onClick={() => send(false)}>
            {t('maintenance.turnOff')}
          </Button>
        )}
        <Button type="submit" pending={save.isPending}>
          {t(current ? 'maintenance.save' : 'maintenance.turnOn')}
        </Button>
      </div>
    </form>
  );
}

function useSave(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: Change) => request('/api/admin/settings', { method: 'PATCH', body: change }),
    onSuccess: (_, { maintenance }) => {
      toast({ title: t(maintenance ? 'maintenance.isOn' : 'maintenance.isOff') });
      onDone();
    },
    onSettled: () =>
      Promise.all(
        [configQuery.queryKey, ['/api/admin/settings'], ['/api/admin/events']].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
}

/** A time as a field for dates and times has it, in the reader's time zone. */
function inZone(iso: string): string {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
