import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ImagePlus, Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { request } from '@/api/client';
import { ApiError, messageOf } from '@/api/error';
import { RADIOS } from '@/api/stations';
import type { Station } from '@/api/types';
import { uploadFile } from '@/api/upload';
import { t } from '@/i18n/broadcast';
import { COUNTRIES, countryLabel } from '@/things/station/countries';
import { PublicSwitch } from '@/things/station/public-switch';
import { Button } from '@/ui/button';
import { Choice } from '@/ui/choice';
import { Cover } from '@/ui/cover';
import { Field } from '@/ui/field';
import { Group, Row } from '@/ui/group';
import { TextArea } from '@/ui/text-area';
import { toast } from '@/ui/toast/toast-store';
import { TypedButton } from '@/ui/typed/typed-button';
import type { PanelProps } from './panel';
import { useStationChange, useStationChanged } from './queries';
import { SoundOptions } from './sound-options';

const MODES = ['relay', 'autodj', 'live', 'both'] as const;
const TYPES = ['icecast', 'shoutcast'] as const;
const ZONES = Intl.supportedValuesOf('timeZone');

/** The station's details, its sound, and its deletion. */
export function StationPanel({ station }: PanelProps) {
  return (
    <div className="max-w-3xl">
      <Face station={station} />
      <SoundOptions station={station} />
      <End station={station} />
    </div>
  );
}

const fieldsOf = ({ name, description, genre, country, language, timezone, mode, mount, type, streamUrl, bitrate, isPublic }: Station) => ({
  name,
  description,
  genre,
  country,
  language,
  timezone,
  mode,
  mount,
  type,
  streamUrl,
  bitrate: String(bitrate),
  isPublic,
});
type Fields = ReturnType<typeof fieldsOf>;

function useSave(station: Station) {
  const changed = useStationChanged(station.id);
  return useMutation({
    // Only relays have a stream address.
    mutationFn: ({ streamUrl, bitrate, ...fields }: Fields) =>
      request(`${RADIOS}/${station.id}`, {
        method: 'PUT',
        body: { ...fields, bitrate: Number(bitrate), ...(fields.mode === 'relay' && { streamUrl }) },
      }),
    onSuccess: () => toast({ title: t('broadcast.saved') }),
    onError: (error) => toast({ tone: 'danger', title: t('broadcast.notSaved'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: changed,
  });
}

function Face({ station }: { station: Station }) {
  const [fields, setFields] = useState(() => fieldsOf(station));
  const save = useSave(station);
  const refused = save.error instanceof ApiError ? save.error.fieldErrors : {};
  const text = (name: 'name' | 'genre' | 'language' | 'mount' | 'streamUrl' | 'bitrate') => ({
    label: t(`broadcast.${name}`),
    value: fields[name],
    error: refused[name]?.[0],
    onChange: ({ target }: { target: HTMLInputElement }) => setFields({ ...fields, [name]: target.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(fields);
  };
  return (
    <Group title={t('broadcast.face')}>
      <Logo station={station} />
      <form noValidate className="grid items-start gap-4 py-4 sm:grid-cols-2" onSubmit={submit}>
        <Field maxLength={100} aria-required {...text('name')} />
        <Field maxLength={60} hint={t('broadcast.mountHint')} {...text('mount')} />
        <div className="sm:col-span-2">
          <TextArea
            label={t('broadcast.description')}
            maxLength={1000}
            value={fields.description}
            onChange={({ target }) => setFields({ ...fields, description: target.value })}
          />
        </div>
        <Field maxLength={100} {...text('genre')} />
        <Choice
          label={t('broadcast.country')}
          value={fields.country}
          onChange={(country) => setFields({ ...fields, country })}
          options={[...new Set(['', ...COUNTRIES, fields.country])].map((value) => ({ value, label: countryLabel(value) || '–' }))}
        />
        <Field maxLength={100} {...text('language')} />
        <Field type="number" min={8} max={10000} {...text('bitrate')} />
        <Choice
          label={t('broadcast.mode')}
          hint={t(`broadcast.mode.${fields.mode}Hint`)}
          value={fields.mode}
          onChange={(mode) => setFields({ ...fields, mode })}
          options={MODES.map((value) => ({ value, label: t(`broadcast.mode.${value}`) }))}
        />
        <Choice
          label={t('broadcast.timezone')}
          hint={t('broadcast.timezoneHint')}
          value={fields.timezone}
          onChange={(timezone) => setFields({ ...fields, timezone })}
          options={[...new Set(['UTC', fields.timezone, ...ZONES])].map((value) => ({ value, label: value.replaceAll('_', ' ') }))}
        />
        {fields.mode === 'relay' && (
          <>
            <Field type="url" inputMode="url" maxLength={500} {...text('streamUrl')} />
            <Choice
              label={t('broadcast.type')}
              value={fields.type}
              onChange={(type) => setFields({ ...fields, type })}
              options={TYPES.map((value) => ({ value, label: t(`broadcast.type.${value}`) }))}
            />
          </>
        )}
        <div className="sm:col-span-2">
          <PublicSwitch
            label={t('broadcast.isPublic')}
            hint={t('broadcast.isPublicHint')}
            wasPublic={station.isPublic}
            isPublic={fields.isPublic}
            onChange={(isPublic) => setFields({ ...fields, isPublic })}
          />
        </div>
        <div className="flex justify-end sm:col-span-2">
          <Button type="submit" pending={save.isPending}>
            {t('broadcast.save')}
          </Button>
        </div>
      </form>
    </Group>
  );
}

function Logo({ station }: { station: Station }) {
  const input = useRef<HTMLInputElement>(null);
  const path = `${RADIOS}/${station.id}/logo` as const;
  const send = useStationChange(station.id, (file: File) => uploadFile(path, file, () => undefined), t('broadcast.logoSaved'));
  const drop = useStationChange(station.id, () => request(path, { method: 'DELETE' }), t('broadcast.logoRemoved'));
  return (
    <Row
      label={
        <span className="flex items-center gap-4">
          <span className="size-16 overflow-hidden rounded-full">
            <Cover round url={station.logoUrl} seed={station.name} sizes="64px" />
          </span>
          {t('broadcast.logo')}
        </span>
      }
    >
      <Button size="sm" variant="secondary" pending={send.isPending} onClick={() => input.current?.click()}>
        <ImagePlus size={16} aria-hidden />
        {t('broadcast.logoChoose')}
      </Button>
      {station.logoUrl && (
        <Button size="sm" variant="ghost" pending={drop.isPending} onClick={() => drop.mutate()}>
          {t('broadcast.logoRemove')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        className="hidden"
        aria-label={t('broadcast.logoChoose')}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) send.mutate(file);
          target.value = '';
        }}
      />
    </Row>
  );
}

function End({ station }: { station: Station }) {
  const navigate = useNavigate();
  const remove = useStationChange(station.id, () => request(`${RADIOS}/${station.id}`, { method: 'DELETE' }), t('broadcast.deleted'));
  return (
    <Group title={t('broadcast.end')}>
      <Row label={t('broadcast.delete')} hint={t('broadcast.deleteHint')}>
        <TypedButton
          trigger={
            <Button variant="danger" size="sm">
              <Trash2 size={16} aria-hidden />
              {t('broadcast.delete')}
            </Button>
          }
          title={t('broadcast.deleteTitle', { station: station.name })}
          text={t('broadcast.deleteHint')}
          word={station.name}
          action={t('broadcast.delete')}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => void navigate({ to: '/radios', replace: true }) })}
        />
      </Row>
    </Group>
  );
}
