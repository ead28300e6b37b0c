import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Globe, Library, ListMusic, type LucideIcon, Mic } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { ownPremiumQuery } from '@/api/plan';
import { editablePlaylistsQuery } from '@/api/playlists';
import { RADIOS } from '@/api/stations';
import type { Playlist, Station } from '@/api/types';
import { type PlainKey, t } from '@/i18n/create';
import { cn } from '@/lib/cn';
import { usePlayer } from '@/player/view/use-player';
import { COUNTRIES, countryLabel } from '@/things/station/countries';
import { stationContext, stationItem } from '@/things/station/play-station';
import { PublicSwitch } from '@/things/station/public-switch';
import { StreamFields } from '@/things/station/stream-fields';
import { Button } from '@/ui/button';
import { Choice } from '@/ui/choice';
import { Field } from '@/ui/field';
import { TextArea } from '@/ui/text-area';
import { toast } from '@/ui/toast/toast-store';
import { DirectorySearch } from './directory-search';
import { bodyOf, NEW, problemsOf, refusals, type StationFields, type Way } from './station-fields';

const WAYS: { way: Way; icon: LucideIcon; title: PlainKey; text: PlainKey }[] = [
  { way: 'playlist', icon: ListMusic, title: 'create.way.playlist', text: 'create.way.playlist.text' },
  { way: 'people', icon: Mic, title: 'create.way.people', text: 'create.way.people.text' },
  { way: 'relay', icon: Globe, title: 'create.way.relay', text: 'create.way.relay.text' },
];

/** Opens the page of the created station and plays it. */
function useMade(onDone: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const player = usePlayer();
  return (station: Station) => {
    toast({ title: t('create.stationSaved'), description: t('create.stationSavedText', { name: station.name }) });
    onDone();
    // A station for DJs is silent until one goes on air; all others start by themselves.
    if (station.mode !== 'live') player.play([stationItem(station)], 0, stationContext(station));
    void navigate({ to: '/radios/$id', params: { id: station.id } });
    for (const key of [RADIOS, '/api/admin/radios', '/api/search', '/api/whats-new']) void client.invalidateQueries({ queryKey: [key] });
    void client.invalidateQueries({ queryKey: ownPremiumQuery.queryKey });
  };
}

const useCreateStation = (onSuccess: (station: Station) => void) =>
  useMutation({
    mutationFn: (fields: StationFields) => request(RADIOS, { method: 'POST', body: bodyOf(fields) }),
    onSuccess,
    onError: (error) => toast({ tone: 'danger', title: t('create.stationFailed'), description: messageOf(error, t('ui.loadFailedText')) }),
  });

export function StationForm({ onDone }: { onDone: () => void }) {
  const [fields, setFields] = useState(NEW);
  const [tried, setTried] = useState(false);
  const made = useMade(onDone);
  const create = useCreateStation(made);
  const form = useRef<HTMLFormElement>(null);
  const errors = { ...refusals(create.error), ...(tried && problemsOf(fields)) };
  const change = (next: Partial<StationFields>) => setFields({ ...fields, ...next });
  const toError = () => setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (Object.keys(problemsOf(fields)).length > 0) return toError();
    create.mutate(fields, { onError: toError });
  };
  const text = (name: 'name' | 'genre') => ({
    value: fields[name],
    error: errors[name],
    onChange: ({ target }: { target: HTMLInputElement }) => change({ [name]: target.value }),
  });
  return (
    <form ref={form} noValidate className="grid gap-5" onSubmit={submit}>
      <Ways way={fields.way} onChange={(way) => change({ way })} />
      {fields.way === 'relay' ? (
        <>
          <DirectorySearch isPublic={fields.isPublic} onMade={made} />
          <StreamFields draft={fields} errors={errors} onChange={change} />
        </>
      ) : (
        <PlaylistChoice fields={fields} error={errors.playlistId} onChange={change} />
      )}
      <Field label={t('create.stationName')} maxLength={100} aria-required {...text('name')} />
      <TextArea
        label={t('create.stationDescription')}
        rows={2}
        maxLength={1000}
        value={fields.description}
        onChange={({ target }) => change({ description: target.value })}
      />
      <div className="grid items-end gap-5 sm:grid-cols-2">
        <Field label={t('create.stationGenre')} maxLength={100} {...text('genre')} />
        <Choice
          label={t('create.stationCountry')}
          value={fields.country}
          onChange={(country) => change({ country })}
          options={[
            { value: '', label: t('create.stationNoCountry') },
            ...COUNTRIES.map((name) => ({ value: name as string, label: countryLabel(name) })),
          ]}
        />
      </div>
      <PublicSwitch label={t('create.stationPublic')} wasPublic isPublic={fields.isPublic} onChange={(isPublic) => change({ isPublic })} />
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

/** The three kinds of stations as radio buttons. */
function Ways({ way, onChange }: { way: Way; onChange: (way: Way) => void }) {
  const name = useId();
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-sm">{t('create.way')}</legend>
      <div className="grid gap-2.5 sm:grid-cols-3">
        {WAYS.map(({ way: value, icon: Icon, title, text }) => (
          <label
            key={value}
            className={cn(
              'flex min-h-14 cursor-pointer items-center gap-3 rounded-lg border p-3 transition sm:flex-col sm:items-start',
              'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-focus has-[:focus-visible]:outline-offset-2',
              way === value ? 'border-accent bg-surface-3' : 'border-control-line hover:border-fg-muted',
            )}
          >
            <input type="radio" name={name} className="sr-only" checked={way === value} onChange={() => onChange(value)} />
            <Icon size={20} aria-hidden className={way === value ? 'text-accent-text' : 'text-fg-muted'} />
            <span>
              <span className="block font-semibold leading-5">{t(title)}</span>
              <span className="block text-fg-muted text-sm">{t(text)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type PlaylistChoiceProps = { fields: StationFields; error?: string; onChange: (change: Partial<StationFields>) => void };

/** The station's playlist; it also provides the station's name while that is empty. */
function PlaylistChoice({ fields, error, onChange }: PlaylistChoiceProps) {
  const { data: playlists = [], isSuccess } = useQuery(editablePlaylistsQuery);
  const needed = fields.way === 'playlist';
  const choose = (playlistId: string) => {
    const nameOf = (wanted: string) => playlists.find((playlist) => playlist.id === wanted)?.name ?? '';
    const untouched = fields.name === '' || fields.name === nameOf(fields.playlistId);
    onChange({ playlistId, ...(untouched && { name: nameOf(playlistId) }) });
  };
  const none = isSuccess && playlists.length === 0;
  return (
    <div className="grid gap-2">
      <Choice
        label={t(needed ? 'create.stationPlaylist' : 'create.stationPlaylistBetween')}
        hint={none ? t('create.stationNoPlaylists') : undefined}
        error={error}
        required={needed}
        value={fields.playlistId}
        onChange={choose}
        options={[
          { value: '', label: t(needed ? 'create.stationChoosePlaylist' : 'create.stationNoPlaylist') },
          ...playlists.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      {none && <WholeLibrary onMade={({ id, name }) => onChange({ playlistId: id, ...(fields.name === '' && { name }) })} />}
    </div>
  );
}

/** For people without playlists: creates a smart playlist of the whole library. */
function WholeLibrary({ onMade }: { onMade: (playlist: Playlist) => void }) {
  const client = useQueryClient();
  const make = useMutation({
    mutationFn: () =>
      request('/api/playlists', {
        method: 'POST',
        body: { name: t('create.stationLibraryName'), kind: 'smart', isPublic: false, rules: { match: 'all', rules: [], sort: 'title' } },
      }),
    onSuccess: async (playlist) => {
      await client.invalidateQueries({ queryKey: ['/api/playlists'] });
      onMade(playlist);
    },
    onError: (error) =>
      toast({ tone: 'danger', title: t('create.stationLibraryFailed'), description: messageOf(error, t('ui.loadFailedText')) }),
  });
  return (
    <Button size="sm" variant="secondary" className="justify-self-start" pending={make.isPending} onClick={() => make.mutate()}>
      <Library size={16} aria-hidden />
      {t('create.stationLibrary')}
    </Button>
  );
}
