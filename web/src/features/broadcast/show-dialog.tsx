import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { request } from '@/api/client';
import { ApiError, messageOf } from '@/api/error';
import { apiQuery } from '@/api/query-client';
import { RADIOS } from '@/api/stations';
import type { Station, StationShow } from '@/api/types';
import { t } from '@/i18n/broadcast';
import { Button } from '@/ui/button';
import { Choice } from '@/ui/choice';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { Switch } from '@/ui/switch';
import { toast } from '@/ui/toast/toast-store';
import { useStationChanged } from './queries';
import { dayName, minutesOf, spanOf, WEEK, wallTime } from './week';

type ShowDialogProps = { station: Station /** Undefined for a new one. */; show?: StationShow; onClose: () => void };

const fieldsOf = (show: StationShow | undefined, station: Station) => ({
  name: show?.name ?? '',
  kind: show?.kind ?? (station.mode === 'live' ? ('live' as const) : ('lists' as const)),
  djId: show?.djId ?? '',
  lists: show?.lists ?? [],
  days: show?.days ?? [],
  from: wallTime(show?.startMinute ?? 20 * 60),
  to: wallTime(show ? show.startMinute + show.minutes : 22 * 60),
  firstDay: show?.firstDay ?? '',
  lastDay: show?.lastDay ?? '',
  isHard: show?.isHard ?? false,
  isRecorded: show?.isRecorded ?? true,
});
type Fields = ReturnType<typeof fieldsOf>;

function bodyOf({ from, to, ...fields }: Fields) {
  const start = minutesOf(from) ?? 0;
  return { ...fields, startMinute: start, minutes: spanOf(start, minutesOf(to) ?? start) };
}

/** A show of the calendar: its times, and its DJ or playlists. */
export function ShowDialog({ station, show, onClose }: ShowDialogProps) {
  const [fields, setFields] = useState(() => fieldsOf(show, station));
  const [tried, setTried] = useState(false);
  const changed = useStationChanged(station.id);
  const save = useMutation({
    mutationFn: () =>
      show
        ? request(`${RADIOS}/${station.id}/shows/${show.id}`, { method: 'PUT', body: bodyOf(fields) })
        : request(`${RADIOS}/${station.id}/shows`, { method: 'POST', body: bodyOf(fields) }),
    onSuccess: async () => {
      toast({ title: t('broadcast.showSaved') });
      onClose();
      await changed();
    },
  });
  const refused = save.error instanceof ApiError ? save.error.fieldErrors : {};
  const set = (change: Partial<Fields>) => setFields({ ...fields, ...change });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (fields.days.length > 0) save.mutate();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t(show ? 'broadcast.showChange' : 'broadcast.showAdd')} wide>
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <Field
          autoFocus
          label={t('broadcast.showName')}
          maxLength={100}
          aria-required
          value={fields.name}
          error={refused.name?.[0]}
          onChange={({ target }) => set({ name: target.value })}
        />
        <Days days={fields.days} isMissing={tried && fields.days.length === 0} onChange={(days) => set({ days })} />
        <Times fields={fields} errors={refused} onChange={set} />
        {station.mode === 'both' && (
          <Choice
            label={t('broadcast.showKind')}
            value={fields.kind}
            onChange={(kind) => set({ kind })}
            options={(['lists', 'live'] as const).map((value) => ({ value, label: t(`broadcast.showKind.${value}`) }))}
          />
        )}
        {fields.kind === 'live' ? (
          <LiveParts station={station} fields={fields} onChange={set} />
        ) : (
          <ListParts station={station} fields={fields} onChange={set} />
        )}
        {save.error && Object.keys(refused).length === 0 && (
          <p role="alert" className="text-danger text-sm">
            {messageOf(save.error, t('ui.loadFailedText'))}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="ghost" onClick={onClose}>
            {t('ask.cancel')}
          </Button>
          <Button type="submit" pending={save.isPending}>
            {t('broadcast.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

type DaysProps = { days: number[]; isMissing: boolean; onChange: (days: number[]) => void };

function Days({ days, isMissing, onChange }: DaysProps) {
  return (
    <fieldset className="grid gap-1.5" aria-invalid={isMissing || undefined}>
      <legend className="mb-1.5 font-semibold text-sm">{t('broadcast.days')}</legend>
      <div className="flex flex-wrap gap-2">
        {WEEK.map((day) => (
          <Button
            key={day}
            size="sm"
            variant={days.includes(day) ? 'primary' : 'outline'}
            aria-pressed={days.includes(day)}
            aria-label={dayName(day)}
            onClick={() => onChange(days.includes(day) ? days.filter((one) => one !== day) : [...days, day])}
          >
            {dayName(day, 'short')}
          </Button>
        ))}
      </div>
      {isMissing && (
        <p role="alert" className="text-danger text-sm">
          {t('broadcast.noDay')}
        </p>
      )}
    </fieldset>
  );
}

type TimesProps = { fields: Fields; errors: Record<string, string[]>; onChange: (change: Partial<Fields>) => void };

/** The hours of the show, and the first and last day of the calendar on which it takes place. */
function Times({ fields, errors, onChange }: TimesProps) {
  const bind = (name: 'from' | 'to' | 'firstDay' | 'lastDay', error: string) => ({
    label: t(`broadcast.${name}`),
    value: fields[name],
    error: errors[error]?.[0],
    onChange: ({ target }: { target: HTMLInputElement }) => onChange({ [name]: target.value }),
  });
  return (
    <div className="grid grid-cols-2 gap-4">
      <Field type="time" {...bind('from', 'startMinute')} />
      <Field type="time" {...bind('to', 'minutes')} />
      <Field type="date" {...bind('firstDay', 'firstDay')} />
      <Field type="date" {...bind('lastDay', 'lastDay')} />
    </div>
  );
}

type PartsProps = { station: Station; fields: Fields; onChange: (change: Partial<Fields>) => void };

function LiveParts({ station, fields, onChange }: PartsProps) {
  const people = useQuery(apiQuery([RADIOS, station.id, 'djs']));
  return (
    <>
      <Choice
        label={t('broadcast.showDj')}
        value={fields.djId}
        onChange={(djId) => onChange({ djId })}
        options={[
          { value: '', label: t('broadcast.everyDj') },
          ...(people.data?.djs ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Switch
        label={t('broadcast.isRecorded')}
        hint={t('broadcast.isRecordedHint')}
        checked={fields.isRecorded}
        onChange={({ target }) => onChange({ isRecorded: target.checked })}
      />
    </>
  );
}

function ListParts({ station, fields, onChange }: PartsProps) {
  const lists = useQuery(apiQuery([RADIOS, station.id, 'lists']));
  const toggle = (id: string) =>
    onChange({ lists: fields.lists.includes(id) ? fields.lists.filter((one) => one !== id) : [...fields.lists, id] });
  return (
    <>
      <fieldset className="grid gap-3">
        <legend className="mb-1.5 font-semibold text-sm">{t('broadcast.showLists')}</legend>
        <p className="text-fg-muted text-sm">{t('broadcast.showListsHint')}</p>
        {lists.data?.map((list) => (
          <Switch key={list.id} label={list.name} checked={fields.lists.includes(list.id)} onChange={() => toggle(list.id)} />
        ))}
      </fieldset>
      <Switch
        label={t('broadcast.hardStart')}
        hint={t('broadcast.hardStartHint')}
        checked={fields.isHard}
        onChange={({ target }) => onChange({ isHard: target.checked })}
      />
    </>
  );
}
