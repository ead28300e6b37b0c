import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { request } from '@/api/client';
import { editablePlaylistsQuery } from '@/api/playlists';
import { apiQuery } from '@/api/query-client';
import { RADIOS } from '@/api/stations';
import type { Station, StationPlaylist } from '@/api/types';
import { t } from '@/i18n/broadcast';
import { AskDialog } from '@/ui/ask-dialog';
import { Button } from '@/ui/button';
import { Choice } from '@/ui/choice';
import { Field } from '@/ui/field';
import { Group, Nothing } from '@/ui/group';
import { IconButton } from '@/ui/icon-button';
import { QueryView } from '@/ui/query-view';
import { Select } from '@/ui/select';
import { Skeleton } from '@/ui/skeleton';
import { Switch } from '@/ui/switch';
import type { PanelProps } from './panel';
import { useStationChange } from './queries';

type Change = Partial<Pick<StationPlaylist, 'role' | 'weight' | 'everySongs' | 'everyMinutes' | 'minute' | 'isEnabled' | 'position'>>;
const ROLES = ['music', 'jingle', 'ident', 'hourly', 'voice'] as const;

/** The playlists of a station and their roles. */
export function MusicPanel({ station }: PanelProps) {
  const lists = useQuery(apiQuery([RADIOS, station.id, 'lists']));
  return (
    <div className="max-w-3xl">
      <Group title={t('broadcast.music')} lead={t('broadcast.musicLead')}>
        <QueryView query={lists} skeleton={<Skeleton className="my-4 h-40" />} empty={<Nothing>{t('broadcast.noLists')}</Nothing>}>
          {(all) =>
            all.map((list, i) => <ListRow key={list.id} station={station} list={list} isFirst={i === 0} isLast={i === all.length - 1} />)
          }
        </QueryView>
        <AddList station={station} />
      </Group>
    </div>
  );
}

type ListRowProps = { station: Station; list: StationPlaylist; isFirst: boolean; isLast: boolean };

function ListRow({ station, list, isFirst, isLast }: ListRowProps) {
  const path = `${RADIOS}/${station.id}/lists/${list.id}` as const;
  const change = useStationChange(station.id, (body: Change) => request(path, { method: 'PUT', body }));
  const remove = useStationChange(station.id, () => request(path, { method: 'DELETE' }), t('broadcast.listRemoved'));
  const name = list.name || t('broadcast.listGone');
  return (
    <article aria-label={name} className="grid gap-3 py-4">
      <div className="flex flex-wrap items-center gap-x-2">
        <div className="min-w-0 flex-1 basis-40">
          <Link
            to="/playlists/$playlistId"
            params={{ playlistId: list.playlistId }}
            className="block truncate font-semibold hover:underline"
          >
            {name}
          </Link>
          <p className="text-fg-muted text-sm">{list.name ? t('broadcast.songs', { n: list.trackCount }) : t('broadcast.listGoneText')}</p>
        </div>
        <IconButton
          icon={ArrowUp}
          label={t('broadcast.up', { name })}
          disabled={isFirst}
          onClick={() => change.mutate({ position: list.position - 1 })}
        />
        <IconButton
          icon={ArrowDown}
          label={t('broadcast.down', { name })}
          disabled={isLast}
          onClick={() => change.mutate({ position: list.position + 1 })}
        />
        <AskDialog
          trigger={<IconButton icon={Trash2} label={t('broadcast.listRemove', { name })} />}
          title={t('broadcast.listRemove', { name })}
          description={t('broadcast.listRemoveText')}
          action={t('broadcast.remove')}
          onConfirm={() => remove.mutate()}
        />
      </div>
      <div className="flex flex-wrap items-start gap-4">
        <Choice
          label={t('broadcast.playedAs')}
          value={list.role}
          onChange={(role) => change.mutate({ role })}
          options={ROLES.map((value) => ({ value, label: t(`broadcast.role.${value}`) }))}
        />
        <Often list={list} onChange={(fields) => change.mutate(fields)} />
      </div>
      <Switch
        label={t('broadcast.listEnabled')}
        hint={t('broadcast.listEnabledHint')}
        checked={list.isEnabled}
        disabled={change.isPending}
        onChange={({ target }) => change.mutate({ isEnabled: target.checked })}
      />
    </article>
  );
}

/** How often a playlist plays, in the unit of its role. */
function Often({ list, onChange }: { list: StationPlaylist; onChange: (change: Change) => void }) {
  if (list.role === 'music') {
    return <Count label={t('broadcast.weight')} value={list.weight} min={1} max={100} onSave={(weight) => onChange({ weight })} />;
  }
  if (list.role === 'hourly') {
    return <Count label={t('broadcast.minute')} value={list.minute} min={0} max={59} onSave={(minute) => onChange({ minute })} />;
  }
  return (
    <>
      <Count
        label={t('broadcast.everySongs')}
        value={list.everySongs}
        min={0}
        max={1000}
        onSave={(everySongs) => onChange({ everySongs })}
      />
      <Count
        label={t('broadcast.everyMinutes')}
        value={list.everyMinutes}
        min={0}
        max={1440}
        onSave={(everyMinutes) => onChange({ everyMinutes })}
      />
    </>
  );
}

type CountProps = { label: string; value: number; min: number; max: number; onSave: (value: number) => void };

function Count({ label, value, min, max, onSave }: CountProps) {
  const [text, setText] = useState<string>();
  const leave = () => {
    const next = Number(text);
    if (text !== undefined && text.trim() !== '' && Number.isInteger(next) && next !== value && next >= min && next <= max) onSave(next);
    setText(undefined);
  };
  return (
    <div className="w-36">
      <Field
        type="number"
        label={label}
        min={min}
        max={max}
        value={text ?? String(value)}
        onChange={({ target }) => setText(target.value)}
        onBlur={leave}
        onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
      />
    </div>
  );
}

function AddList({ station }: { station: Station }) {
  const playlists = useQuery(editablePlaylistsQuery);
  const [chosen, setChosen] = useState('');
  const add = useStationChange(
    station.id,
    (playlistId: string) => request(`${RADIOS}/${station.id}/lists`, { method: 'POST', body: { playlistId } }),
    t('broadcast.listAdded'),
  );
  if (playlists.data?.length === 0) return <Nothing>{t('broadcast.noPlaylists')}</Nothing>;
  return (
    <div className="flex flex-wrap items-center gap-3 py-4">
      <Select
        label={t('broadcast.playlist')}
        value={chosen}
        onChange={setChosen}
        options={[
          { value: '', label: t('broadcast.playlist') },
          ...(playlists.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        className="min-w-0 max-w-full flex-1 basis-56"
      />
      <Button
        variant="secondary"
        disabled={chosen === ''}
        pending={add.isPending}
        onClick={() => add.mutate(chosen, { onSuccess: () => setChosen('') })}
      >
        {t('broadcast.listAdd')}
      </Button>
    </div>
  );
}
