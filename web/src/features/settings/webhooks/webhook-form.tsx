import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '@/api/client';
import { ApiError, messageOf } from '@/api/error';
import { t } from '@/i18n/account/webhooks';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Switch } from '@/ui/switch';
import { EVENTS, type Webhook, type WebhookEvent } from './queries';

type Body = { address: string; events: WebhookEvent[] };

const make = (body: Body) => request('/api/account/webhooks', { method: 'POST', body });
const change = (id: string, body: Body) =>
  request(`/api/account/webhooks/${id}`, { method: 'PATCH', body }).then((webhook) => ({ ...webhook, secret: '' }));

type WebhookFormProps = {
  /** The webhook to change; none to make one. */
  item?: Webhook;
  action: string;
  /** Called with a new webhook and its secret. */
  onDone: (made: Webhook & { secret: string }) => void;
  onCancel: () => void;
};

/** The address of a webhook and the events that it wants. */
export function WebhookForm({ item, action, onDone, onCancel }: WebhookFormProps) {
  const [address, setAddress] = useState(item?.address ?? '');
  const [events, setEvents] = useState<readonly WebhookEvent[]>(item?.events ?? EVENTS);
  const save = useMutation({
    mutationFn: (body: Body) => (item ? change(item.id, body) : make(body)),
    onSuccess: onDone,
  });
  const { error } = save;
  const errors = error instanceof ApiError ? error.fieldErrors : {};
  const other = error && !errors.address && !errors.events ? messageOf(error, t('settings.notSaved')) : undefined;
  const toggle = (event: WebhookEvent, on: boolean) => setEvents(on ? [...events, event] : events.filter((one) => one !== event));
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ address: address.trim(), events: [...events] });
      }}
    >
      <Field
        label={t('webhook.address')}
        hint={t('webhook.addressHint')}
        type="url"
        inputMode="url"
        required
        maxLength={1000}
        value={address}
        onChange={({ target }) => setAddress(target.value)}
        error={errors.address?.[0]}
      />
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-semibold text-sm">{t('webhook.events')}</legend>
        {EVENTS.map((event) => (
          <Switch
            key={event}
            label={t(`webhook.event.${event}`)}
            checked={events.includes(event)}
            onChange={({ target }) => toggle(event, target.checked)}
          />
        ))}
        {errors.events && (
          <p role="alert" className="text-danger text-sm">
            {errors.events[0]}
          </p>
        )}
      </fieldset>
      {other && (
        <p role="alert" className="text-danger text-sm">
          {other}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" onClick={onCancel}>
          {t('ask.cancel')}
        </Button>
        <Button type="submit" pending={save.isPending}>
          {action}
        </Button>
      </div>
    </form>
  );
}
