import { useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Pin, Plus, SkipForward, Trash2, TriangleAlert } from 'lucide-react';
import { type DragEvent, useDeferredValue, useState } from 'react';
import { request } from '@/api/client';
import { apiQuery } from '@/api/query-client';
import { RADIOS } from '@/api/stations';
import type { QueueSlot, Station, StationQueue, Track } from '@/api/types';
import { language, t } from '@/i18n/broadcast';
import { seedOf } from '@/lib/art';
import { cn } from '@/lib/cn';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Cover } from '@/ui/cover';
import { Field } from '@/ui/field';
import { IconButton } from '@/ui/icon-button';
import { QueryView } from '@/ui/query-view';
import { RowsSkeleton } from '@/ui/rows-skeleton';
import { Select } from '@/ui/select';
import type { PanelProps } from './panel';
import { useStationChange } from './queries';
import { WaitingRequests } from './waiting-requests';

const HOURS = [1, 4, 12, 24] as const;
const FOUND = 6;
const REFRESH = 30_000; // ms: times shift during playback

/** What a station will play and why, with controls to change it. */
export function NextPanel({ station }: PanelProps) {
  const [hours, setHours] = useState<string>('1');
  const queue = useQuery({ ...apiQuery([RADIOS, station.id, 'queue', { hours: Number(hours) }]), refetchInterval: REFRESH });
  const skip = useStationChange(station.id, () => request(`${RADIOS}/${station.id}/skip`, { method: 'POST' }), t('broadcast.skipped'));
  const clear = useStationChange(
    station.id,
    () => request(`${RADIOS}/${station.id}/queue/clear`, { method: 'POST' }),
    t('broadcast.cleared'),
  );
  return (
    <div className="max-w-4xl">
      <div className="mb-4 flex flex-wrap items-center gap-3">
        <Select
          label={t('broadcast.hours')}
          value={hours}
          onChange={setHours}
          options={HOURS.map((n) => ({ value: String(n), label: t('broadcast.nextHours', { n }) }))}
        />
        <Button variant="secondary" pending={skip.isPending} onClick={() => skip.mutate()}>
          <SkipForward size={18} aria-hidden />
          {t('broadcast.skip')}
        </Button>
        <Button variant="ghost" pending={clear.isPending} onClick={() => clear.mutate()}>
          {t('broadcast.clear')}
        </Button>
      </div>
      <AddTracks station={station} />
      <WaitingRequests station={station} />
      <QueryView query={queue} skeleton={<RowsSkeleton rowHeight={64} rows={8} />}>
        {(data) => <Slots station={station} queue={data} />}
      </QueryView>
    </div>
  );
}

function Slots({ station, queue: { taken, slots, problem } }: { station: Station; queue: StationQueue }) {
  const [over, setOver] = useState<string>();
  const broken = brokenRules(slots);
  const move = useStationChange(station.id, (body: { id: string; before: string | null }) =>
    request(`${RADIOS}/${station.id}/queue/move`, { method: 'POST', body }),
  );
  const remove = useStationChange(station.id, (id: string) =>
    request(`${RADIOS}/${station.id}/queue/remove`, { method: 'POST', body: { id } }),
  );
  return (
    <>
      {problem && (
        <p role="status" className="mb-3 text-warning">
          {problem}
        </p>
      )}
      {broken.length > 0 && (
        <ul className="mb-3 text-fg-muted text-sm">
          {broken.map((rule) => (
            <li key={rule}>{brokenText(rule, station)}</li>
          ))}
        </ul>
      )}
      <ol aria-label={t('broadcast.tab.next')} className="divide-y divide-line rounded-lg border border-line bg-surface">
        {taken.map((slot) => (
          <li key={slot.id} className="flex flex-wrap items-center gap-3 px-3 py-2 sm:flex-nowrap">
            <SlotText slot={slot} />
            <Badge>{t('broadcast.taken')}</Badge>
          </li>
        ))}
        {slots.map((slot, i) => (
          <li
            key={slot.id}
            draggable
            onDragStart={(event) => event.dataTransfer.setData(SLOT, slot.id)}
            onDragOver={(event) => {
              if (!isSlot(event)) return;
              event.preventDefault();
              setOver(slot.id);
            }}
            onDragLeave={() => setOver(undefined)}
            onDrop={(event) => {
              setOver(undefined);
              const id = event.dataTransfer.getData(SLOT);
              if (id && id !== slot.id) move.mutate({ id, before: slot.id });
            }}
            className={cn('flex cursor-grab flex-wrap items-center gap-x-3 px-3 py-2 sm:flex-nowrap', over === slot.id && 'drop-line')}
          >
            <SlotText slot={slot} isSaid={slot.rule !== '' && broken.includes(slot.rule)} />
            <div className="flex shrink-0 basis-full justify-end sm:basis-auto">
              <IconButton
                icon={ArrowUp}
                label={t('broadcast.up', { name: slot.title })}
                disabled={i === 0}
                onClick={() => move.mutate({ id: slot.id, before: slots[i - 1]?.id ?? null })}
              />
              <IconButton
                icon={ArrowDown}
                label={t('broadcast.down', { name: slot.title })}
                disabled={i === slots.length - 1}
                onClick={() => move.mutate({ id: slot.id, before: slots[i + 2]?.id ?? null })}
              />
              <IconButton icon={Trash2} label={t('broadcast.takeOut', { name: slot.title })} onClick={() => remove.mutate(slot.id)} />
            </div>
          </li>
        ))}
      </ol>
    </>
  );
}

const SLOT = 'application/x-sonora-slot';
const isSlot = (event: DragEvent) => event.dataTransfer.types.includes(SLOT);
const clock = (iso: string) => new Date(iso).toLocaleTimeString(language(), { hour: 'numeric', minute: '2-digit' });

const OFTEN = 3;

type Rule = Exclude<QueueSlot['rule'], ''>;

/** The rules that a station's music cannot satisfy: those that several slots break. */
function brokenRules(slots: readonly QueueSlot[]): Rule[] {
  const rules = slots.flatMap(({ rule }) => rule || []);
  return [...new Set(rules)].filter((rule) => rules.filter((other) => other === rule).length >= OFTEN);
}

/** A rule without the figures of one slot. */
function brokenText(rule: Rule, { options }: Station) {
  return rule === 'repeat' ? t('broadcast.rule.repeat') : t(`broadcast.rule.${rule}`, { n: options?.[`${rule}Minutes`] ?? 0 });
}

/** Time, track and reason; the reason is omitted if it applies to all. */
function SlotText({ slot, isSaid = false }: { slot: QueueSlot; isSaid?: boolean }) {
  return (
    <>
      <time dateTime={slot.at} className="tnum w-16 shrink-0 text-fg-muted text-sm">
        {clock(slot.at)}
      </time>
      <Cover url={slot.coverUrl} seed={seedOf(slot)} sizes="40px" className="size-10 shrink-0 rounded-sm" />
      <div className="min-w-0 flex-1 basis-40 sm:basis-0">
        <p className="flex min-w-0 items-center gap-2">
          <span className="truncate font-semibold">{slot.title}</span>
          {slot.kind !== 'music' && <Badge tone="outline">{t(`broadcast.kind.${slot.kind}`)}</Badge>}
          {slot.isPinned && <Pin size={14} aria-label={t('broadcast.pinned')} className="shrink-0 text-accent-text" />}
        </p>
        <p className="truncate text-fg-muted text-sm">{[slot.artist, slot.show].filter(Boolean).join(' · ')}</p>
        {!isSaid && (
          <p className="text-fg-muted text-sm">
            {slot.isRelaxed && (
              <TriangleAlert size={14} aria-label={t('broadcast.relaxed')} className="mr-1 inline align-[-2px] text-warning" />
            )}
            {slot.reason}
          </p>
        )}
      </div>
    </>
  );
}

/** Inserts tracks of the library right after the current one. */
function AddTracks({ station }: { station: Station }) {
  const [text, setText] = useState('');
  const search = useDeferredValue(text.trim());
  const found = useQuery({ ...apiQuery(['/api/search', { q: search, limit: FOUND }]), enabled: search.length > 1 });
  const add = useStationChange(
    station.id,
    ({ id }: Track) => request(`${RADIOS}/${station.id}/queue/add`, { method: 'POST', body: { trackIds: [id] } }),
    t('broadcast.added'),
  );
  return (
    <div className="mb-5 grid gap-2">
      <Field
        type="search"
        label={t('broadcast.addTracks')}
        value={text}
        maxLength={100}
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
      />
      {search.length > 1 && (
        <ul className="grid gap-1">
          {found.data?.tracks.length === 0 && <li className="text-fg-muted">{t('broadcast.noTracks')}</li>}
          {found.data?.tracks.map((track) => (
            <li key={track.id} className="flex items-center gap-3">
              <Cover url={track.coverImageUrl} seed={seedOf(track)} sizes="40px" className="size-10 rounded-sm" />
              <div className="min-w-0 flex-1">
                <p className="truncate font-semibold">{track.title}</p>
                <p className="truncate text-fg-muted text-sm">{track.artist}</p>
              </div>
              <IconButton icon={Plus} label={t('broadcast.addNext', { title: track.title })} onClick={() => add.mutate(track)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
