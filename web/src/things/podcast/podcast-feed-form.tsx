import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { request } from '@/api/client';
import { ApiError, messageOf } from '@/api/error';
import { PODCASTS, refreshPodcasts } from '@/api/podcasts';
import { t } from '@/i18n/podcasts';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Switch } from '@/ui/switch';
import { toast } from '@/ui/toast/toast-store';

/** Subscribes to a feed and opens its page. */
export function PodcastFeedForm({ onDone }: { onDone: () => void }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [fields, setFields] = useState({ url: '', user: '', password: '', private: false });
  const [locked, setLocked] = useState(false);
  const subscribe = useMutation({
    mutationFn: () =>
      request(`${PODCASTS}/subscriptions`, {
        method: 'POST',
        body: locked ? fields : { url: fields.url, private: fields.private },
      }),
    onSuccess: (podcast) => {
      toast({ title: t('podcast.subscribeDone', { title: podcast.title }) });
      void refreshPodcasts(client);
      onDone();
      void navigate({ to: '/podcasts/$id', params: { id: podcast.id } });
    },
  });
  const { error } = subscribe;
  const wrong =
    error && (error instanceof ApiError ? (error.fieldErrors.url?.[0] ?? messageOf(error, t('podcast.failed'))) : t('podcast.failed'));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (fields.url.trim() !== '') subscribe.mutate();
  };
  return (
    <form noValidate className="grid grid-cols-[minmax(0,1fr)] gap-5" onSubmit={submit}>
      <Field
        label={t('podcast.url')}
        hint={t('podcast.urlHint')}
        type="url"
        inputMode="url"
        autoFocus
        maxLength={4000}
        aria-required
        value={fields.url}
        error={wrong || undefined}
        onChange={({ target }) => setFields({ ...fields, url: target.value })}
      />
      <Switch label={t('podcast.login')} checked={locked} onChange={({ target }) => setLocked(target.checked)} />
      {locked && (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field
            label={t('podcast.user')}
            autoComplete="off"
            maxLength={500}
            value={fields.user}
            onChange={({ target }) => setFields({ ...fields, user: target.value })}
          />
          <Field
            label={t('podcast.password')}
            type="password"
            autoComplete="off"
            maxLength={500}
            value={fields.password}
            onChange={({ target }) => setFields({ ...fields, password: target.value })}
          />
        </div>
      )}
      {!locked && (
        <Switch
          label={t('podcast.private')}
          hint={t('podcast.privateHint')}
          checked={fields.private}
          onChange={({ target }) => setFields({ ...fields, private: target.checked })}
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" onClick={onDone}>
          {t('podcast.cancel')}
        </Button>
        <Button
          type="submit"
          pending={subscribe.isPending}
          onClick={(event) => event.detail > 1 && event.preventDefault()} // a double click subscribes once
        >
          {t('podcast.subscribe')}
        </Button>
      </div>
    </form>
  );
}
