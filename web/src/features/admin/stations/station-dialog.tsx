import { Link } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { request } from '@/api/client';
import { ApiError, messageOf } from '@/api/error';
import type { AdminStation } from '@/api/types';
import { uploadFile } from '@/api/upload';
import { t } from '@/i18n/admin/table';
import { isStreamAddress } from '@/things/station/stream-fields';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { toast } from '@/ui/toast/toast-store';
import { useChange } from '../lists';
import { type Draft, StationFields, type Wrong } from './station-fields';

const NEW: Draft = {
  name: '',
  description: '',
  logo: null,
  streamUrl: '',
  metadataUrl: '',
  genre: '',
  type: 'icecast',
  bitrate: '128',
  format: 'MP3',
  isPublic: true,
};

const draftOf = ({ name, description, streamUrl, metadataUrl, genre, type, bitrate, format, isPublic }: AdminStation): Draft => ({
  name,
  description,
  logo: null,
  streamUrl,
  metadataUrl: metadataUrl ?? '',
  genre,
  type,
  bitrate: String(bitrate),
  format,
  isPublic,
});

/** What the server gets. Only relays have a stream of others. */
function bodyOf({ logo: _, bitrate, streamUrl, metadataUrl, type, ...about }: Draft, isRelay: boolean) {
  const body = { ...about, bitrate: Number(bitrate) };
  return isRelay ? { ...body, streamUrl: streamUrl.trim(), metadataUrl: metadataUrl.trim(), type } : body;
}

/** What is wrong before the server sees it. */
const problemsOf = ({ name, streamUrl, bitrate }: Draft, isRelay: boolean): Wrong => ({
  ...(name.trim() === '' && { name: t('radios.form.nameWrong') }),
  ...(isRelay && !isStreamAddress(streamUrl) && { streamUrl: t('station.urlWrong') }),
  ...(!/^\d+$/.test(bitrate.trim()) && { bitrate: t('radios.form.bitrateWrong') }),
});

const refusals = (error: Error | null): Wrong =>
  error instanceof ApiError ? Object.fromEntries(Object.entries(error.fieldErrors).map(([name, [sentence]]) => [name, sentence])) : {};

/** Saves a picture as the logo of a station that is saved already: that it fails is no reason to say that nothing was. */
async function saveLogo(id: string, logo: File | null) {
  if (!logo) return;
  try {
    await uploadFile(`/api/radios/${id}/logo`, logo, () => undefined);
  } catch (error) {
    toast({ tone: 'danger', title: t('radios.form.logoFailed'), description: messageOf(error, t('ui.loadFailedText')) });
  }
}

/** Adds a station that relays a stream. */
export function AddStationDialog({ onClose }: { onClose: () => void }) {
  const add = async (draft: Draft) => {
    const { id } = await request('/api/admin/radios', { method: 'POST', body: { ...bodyOf(draft, true), mode: 'relay' } });
    await saveLogo(id, draft.logo);
  };
  return (
    <StationDialog
      title={t('admin.stations.add')}
      text={t('radios.form.addText')}
      first={NEW}
      isRelay
      action={t('admin.stations.add')}
      done={(name) => t('radios.form.added', { name })}
      send={add}
      onClose={onClose}
    />
  );
}

/** Changes a station. Where its sound comes from, unless it is a relay, has a page of its own. */
export function EditStationDialog({ station, onClose }: { station: AdminStation; onClose: () => void }) {
  const isRelay = station.mode === 'relay';
  const save = async (draft: Draft) => {
    await request(`/api/admin/radios/${station.id}`, { method: 'PUT', body: bodyOf(draft, isRelay) });
    await saveLogo(station.id, draft.logo);
  };
  return (
    <StationDialog
      title={t('radios.form.edit', { name: station.name })}
      first={draftOf(station)}
      logoUrl={station.logo}
      isRelay={isRelay}
      action={t('radios.form.save')}
      done={(name) => t('admin.changed', { name })}
      send={save}
      onClose={onClose}
    />
  );
}

type StationDialogProps = {
  title: string;
  text?: string;
  first: Draft;
  logoUrl?: string | null;
  isRelay: boolean;
  action: string;
  done: (name: string) => string;
  send: (draft: Draft) => Promise<unknown>;
  onClose: () => void;
};

function StationDialog({ title, text, first, logoUrl = null, isRelay, action, done, send, onClose }: StationDialogProps) {
  const [draft, setDraft] = useState(first);
  const [tried, setTried] = useState(false);
  const change = useChange();
  const form = useRef<HTMLFormElement>(null);
  const problems = problemsOf(draft, isRelay);
  const toError = () => setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problems).length > 0) return toError();
    change.mutate({ call: () => send(draft), done: done(draft.name.trim()) }, { onSuccess: onClose, onError: toError });
  };
  return (
    <Dialog open wide keepOpen={change.isPending} onOpenChange={(open) => !open && onClose()} title={title} description={text}>
      <form ref={form} noValidate className="grid gap-4" onSubmit={submit}>
        {text && (
          <Link to="/create" className="font-semibold text-accent-text text-sm hover:underline">
            {t('radios.form.create')}
          </Link>
        )}
        <StationFields
          draft={draft}
          logoUrl={logoUrl}
          isRelay={isRelay}
          wrong={{ ...refusals(change.error), ...(tried && problems) }}
          onChange={(next) => setDraft({ ...draft, ...next })}
        />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="ghost" onClick={onClose}>
            {t('table.cancel')}
          </Button>
          <Button type="submit" pending={change.isPending}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
