import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { request } from '@/api/client';
import { ApiError, messageOf } from '@/api/error';
import { useSession } from '@/api/session';
import type { Station } from '@/api/types';
import { t } from '@/i18n/create';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { Select } from '@/ui/select';
import { Switch } from '@/ui/switch';
import { TextArea } from '@/ui/text-area';
import { toast } from '@/ui/toast-store';

const NEW = { name: '', description: '', genre: '', streamUrl: '', type: 'icecast', isPublic: true };
type StationFields = typeof NEW;

/** A form for the operator; others learn whom to ask. */
export function StationDialog({ onClose }: { onClose: () => void }) {
  const isAdmin = useSession().user?.role === 'admin';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(isAdmin ? 'create.stationTitle' : 'create.askTitle')}
      description={t(isAdmin ? 'create.stationLead' : 'create.askText')}
    >
      {isAdmin ? <StationForm onDone={onClose} /> : <Ask onClose={onClose} />}
    </Dialog>
  );
}

function Ask({ onClose }: { onClose: () => void }) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button asChild variant="ghost">
        <Link to="/radios" onClick={onClose}>
          {t('create.openStations')}
        </Link>
      </Button>
      <Button autoFocus onClick={onClose}>
        {t('create.understood')}
      </Button>
    </div>
  );
}

function useCreateStation(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fields: StationFields) => request<Station>('/api/admin/radios', { method: 'POST', body: fields }),
    onSuccess: async ({ name }) => {
      toast({ title: t('create.stationSaved'), description: t('create.stationSavedText', { name }) });
      onDone();
      await Promise.all(['/api/radios', '/api/admin/radios', '/api/search'].map((key) => client.invalidateQueries({ queryKey: [key] })));
    },
    onError: (error) => toast({ tone: 'danger', title: t('create.stationFailed'), description: messageOf(error, t('ui.loadFailedText')) }),
  });
}

function StationForm({ onDone }: { onDone: () => void }) {
  const [fields, setFields] = useState(NEW);
  const [tried, setTried] = useState(false);
  const create = useCreateStation(onDone);
  const form = useRef<HTMLFormElement>(null);
  const errors = { ...refusals(create.error), ...(tried && problemsOf(fields)) };
  const toError = () => setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problemsOf(fields)).length > 0) return toError();
    create.mutate(fields, { onError: toError });
  };
  const text = (name: 'name' | 'genre' | 'streamUrl') => ({
    value: fields[name],
    error: errors[name],
    onChange: ({ target }: { target: HTMLInputElement }) => setFields({ ...fields, [name]: target.value }),
  });
  return (
    <form ref={form} noValidate className="grid gap-4" onSubmit={submit}>
      <Field label={t('create.stationName')} autoFocus maxLength={100} aria-required {...text('name')} />
      <TextArea
        label={t('create.stationDescription')}
        maxLength={1000}
        value={fields.description}
        onChange={({ target }) => setFields({ ...fields, description: target.value })}
      />
      <Field label={t('create.stationGenre')} maxLength={100} {...text('genre')} />
      <Field
        label={t('create.stationUrl')}
        hint={t('create.stationUrlHint')}
        type="url"
        inputMode="url"
        maxLength={500}
        aria-required
        {...text('streamUrl')}
      />
      <Select
        label={t('create.stationType')}
        value={fields.type}
        onChange={(type) => setFields({ ...fields, type })}
        options={[
          { value: 'icecast', label: 'Icecast' },
          { value: 'shoutcast', label: 'Shoutcast' },
        ]}
      />
      <Switch
        label={t('create.stationPublic')}
        checked={fields.isPublic}
        onChange={({ target }) => setFields({ ...fields, isPublic: target.checked })}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" onClick={onDone}>
          {t('create.cancel')}
        </Button>
        <Button type="submit" pending={create.isPending}>
          {t('create.stationSave')}
        </Button>
      </div>
    </form>
  );
}

type Problems = { [name in keyof StationFields]?: string };

function problemsOf({ name, streamUrl }: StationFields): Problems {
  return {
    ...(name.trim() === '' && { name: t('create.stationNameRequired') }),
    ...(!/^https?:\/\/[^\s/]+/i.test(streamUrl.trim()) && { streamUrl: t('create.stationUrlWrong') }),
  };
}

/** What the server said about single fields. */
function refusals(error: Error | null): Problems {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(Object.entries(error.fieldErrors).map(([name, [sentence]]) => [name, sentence]));
}
