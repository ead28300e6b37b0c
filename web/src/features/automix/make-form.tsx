import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ApiError, messageOf } from '@/api/error';
import { editablePlaylistsQuery } from '@/api/playlists';
import type { Automix, Track } from '@/api/types';
import { t } from '@/i18n/automix';
import { Button } from '@/ui/button';
import { Choice } from '@/ui/choice';
import { Field } from '@/ui/field';
import { Tabs } from '@/ui/tabs';
import { type Form, useMake } from './queries';
import { SongPicker } from './song-picker';

const SOURCES = ['prompt', 'playlist', 'songs'] as const;
const CURVES = ['', 'flat', 'rise', 'peak', 'wave'] as const;
const LENGTHS = ['', '15', '30', '45', '60', '90', '120', '180'] as const;
const BARS = ['16', '8', '4'] as const;
const FEWEST = 2; // songs of a mix

const EMPTY = {
  source: 'prompt' as (typeof SOURCES)[number],
  prompt: '',
  playlistId: '',
  songs: [] as readonly Track[],
  order: 'best' as 'best' | 'given',
  minutes: '' as (typeof LENGTHS)[number],
  curve: '' as (typeof CURVES)[number],
  bars: '16' as (typeof BARS)[number],
};
type Fields = typeof EMPTY;

/** What the server is asked to mix. */
function bodyOf({ source, prompt, playlistId, songs, order, minutes, curve, bars }: Fields): Form {
  return {
    ...(source === 'prompt' && { prompt: prompt.trim() }),
    ...(source === 'playlist' && { playlistId }),
    ...(source === 'songs' && { trackIds: songs.map(({ id }) => id) }),
    order,
    ...(minutes !== '' && { minutes: Number(minutes) }),
    ...(curve !== '' && order === 'best' && { curve }),
    bars: Number(bars),
  };
}

const isReady = ({ source, prompt, playlistId, songs }: Fields) =>
  source === 'prompt' ? prompt.trim() !== '' : source === 'playlist' ? playlistId !== '' : songs.length >= FEWEST;

/** Asks for an automix of a prompt, a playlist or songs. */
export function MakeForm({ onMade }: { onMade: (mix: Automix) => void }) {
  const [fields, setFields] = useState(EMPTY);
  const make = useMake(onMade);
  const set = (change: Partial<Fields>) => {
    setFields({ ...fields, ...change });
    make.reset();
  };
  const wrong = make.error instanceof ApiError ? make.error.fieldErrors : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady(fields) && !make.isPending) make.mutate(bodyOf(fields));
  };
  return (
    <form noValidate onSubmit={submit} className="rounded-xl border border-line bg-surface p-5">
      <Tabs
        label={t('automix.source')}
        value={fields.source}
        onChange={(source) => set({ source })}
        tabs={SOURCES.map((value) => ({ value, label: t(`automix.source.${value}`) }))}
      >
        {fields.source === 'prompt' && (
          <Field
            label={t('automix.prompt')}
            hint={t('automix.promptHint')}
            maxLength={500}
            value={fields.prompt}
            error={wrong.prompt?.[0]}
            onChange={({ target }) => set({ prompt: target.value })}
          />
        )}
        {fields.source === 'playlist' && (
          <PlaylistChoice value={fields.playlistId} error={wrong.playlistId?.[0]} onChange={(playlistId) => set({ playlistId })} />
        )}
        {fields.source === 'songs' && <SongPicker songs={fields.songs} error={wrong.trackIds?.[0]} onChange={(songs) => set({ songs })} />}
      </Tabs>
      <div className="mt-5 grid gap-4 sm:grid-cols-2 @4xl:grid-cols-4">
        <Choice
          label={t('automix.order')}
          value={fields.order}
          onChange={(order) => set({ order })}
          options={(['best', 'given'] as const).map((value) => ({ value, label: t(`automix.order.${value}`) }))}
        />
        <Choice
          label={t('automix.length')}
          value={fields.minutes}
          error={wrong.minutes?.[0]}
          onChange={(minutes) => set({ minutes })}
          options={LENGTHS.map((value) => ({
            value,
            label: value === '' ? t('automix.auto') : t('automix.minutes', { n: Number(value) }),
          }))}
        />
        {fields.order === 'best' && (
          <Choice
            label={t('track.column.energy')}
            value={fields.curve}
            onChange={(curve) => set({ curve })}
            options={CURVES.map((value) => ({ value, label: value === '' ? t('automix.auto') : t(`automix.curve.${value}`) }))}
          />
        )}
        <Choice
          label={t('automix.bars')}
          value={fields.bars}
          onChange={(bars) => set({ bars })}
          options={BARS.map((value) => ({ value, label: t('automix.barsOf', { n: Number(value) }) }))}
        />
      </div>
      {make.error && !wrong.prompt && !wrong.playlistId && !wrong.trackIds && !wrong.minutes && (
        <p role="alert" className="mt-4 text-danger text-sm">
          {messageOf(make.error, t('automix.notMade'))}
        </p>
      )}
      <Button type="submit" className="mt-5" pending={make.isPending} disabled={!isReady(fields)}>
        <Sparkles size={18} aria-hidden />
        {t('automix.make')}
      </Button>
    </form>
  );
}

function PlaylistChoice({ value, error, onChange }: { value: string; error?: string; onChange: (id: string) => void }) {
  const playlists = useQuery(editablePlaylistsQuery).data ?? [];
  return (
    <Choice
      label={t('automix.playlist')}
      value={value}
      error={error}
      onChange={onChange}
      options={[{ value: '', label: t('automix.choosePlaylist') }, ...playlists.map(({ id, name }) => ({ value: id, label: name }))]}
    />
  );
}
