import { useQuery } from '@tanstack/react-query';
import { KeyRound, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { request } from '@/api/client';
import { ApiError } from '@/api/error';
import { apiQuery } from '@/api/query-client';
import { RADIOS } from '@/api/stations';
import type { NewStationDJ, Station, StationDJs } from '@/api/types';
import { language, t } from '@/i18n/broadcast';
import { moment } from '@/lib/format';
import { AskDialog } from '@/ui/ask-dialog';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { Group, Nothing, Row } from '@/ui/group';
import { IconButton } from '@/ui/icon-button';
import { QueryView } from '@/ui/query-view';
import { ShownOnce } from '@/ui/shown-once';
import { Skeleton } from '@/ui/skeleton';
import { Switch } from '@/ui/switch';
import type { PanelProps } from './panel';
import { useStationChange, useStationChanged } from './queries';

type DJ = StationDJs['djs'][number];

/** Who can go on air, and the connection settings for their software. */
export function PeoplePanel({ station }: PanelProps) {
  const people = useQuery(apiQuery([RADIOS, station.id, 'djs']));
  return (
    <div className="max-w-3xl">
      <QueryView query={people} skeleton={<Skeleton className="h-60 w-full rounded-lg" />}>
        {({ djs, sources }) => (
          <>
            <Group title={t('broadcast.djs')} lead={t('broadcast.djsLead')}>
              {djs.length === 0 && <Nothing>{t('broadcast.noDjs')}</Nothing>}
              {djs.map((dj) => (
                <Person key={dj.id} station={station} dj={dj} />
              ))}
              <div className="py-4">
                <Invite station={station} />
              </div>
            </Group>
            <Programs sources={sources} />
          </>
        )}
      </QueryView>
    </div>
  );
}

function Person({ station, dj }: { station: Station; dj: DJ }) {
  const path = `${RADIOS}/${station.id}/djs/${dj.id}` as const;
  const change = useStationChange(station.id, (body: Partial<Pick<DJ, 'anyTime' | 'enabled'>>) => request(path, { method: 'PUT', body }));
  const remove = useStationChange(station.id, () => request(path, { method: 'DELETE' }), t('broadcast.djRemoved'));
  const seen = dj.lastSeenAt ? t('broadcast.djSeen', { when: moment(dj.lastSeenAt, language()) }) : t('broadcast.djNeverSeen');
  return (
    <div className="grid gap-3 py-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <p className="truncate font-semibold">{dj.name}</p>
          <p className="text-fg-muted text-sm">{[dj.accountName, seen].filter(Boolean).join(' · ')}</p>
        </div>
        <div className="flex items-center gap-1">
          <NewPassword station={station} dj={dj} />
          <AskDialog
            trigger={<IconButton icon={Trash2} label={t('broadcast.djRemove', { name: dj.name })} />}
            title={t('broadcast.djRemove', { name: dj.name })}
            description={t('broadcast.djRemoveText')}
            action={t('broadcast.remove')}
            onConfirm={() => remove.mutate()}
          />
        </div>
      </div>
      <Switch
        label={t('broadcast.djAnyTime')}
        hint={t('broadcast.djAnyTimeHint')}
        checked={dj.anyTime}
        disabled={change.isPending}
        onChange={({ target }) => change.mutate({ anyTime: target.checked })}
      />
      <Switch
        label={t('broadcast.djEnabled')}
        checked={dj.enabled}
        disabled={change.isPending}
        onChange={({ target }) => change.mutate({ enabled: target.checked })}
      />
    </div>
  );
}

function Password({ made, onClose }: { made: NewStationDJ; onClose: () => void }) {
  return (
    <>
      <ShownOnce label={t('broadcast.password')} lines={[made.password]} />
      <Button className="justify-self-end" onClick={onClose}>
        {t('secret.saved')}
      </Button>
    </>
  );
}

function NewPassword({ station, dj }: { station: Station; dj: DJ }) {
  const [made, setMade] = useState<NewStationDJ>();
  const renew = useStationChange(station.id, () => request(`${RADIOS}/${station.id}/djs/${dj.id}/password`, { method: 'POST' }));
  return (
    <Dialog
      onOpenChange={(open) => !open && setMade(undefined)}
      keepOpen={made !== undefined}
      open={made ? true : undefined}
      trigger={<IconButton icon={KeyRound} label={t('broadcast.newPassword', { name: dj.name })} />}
      title={t('broadcast.newPassword', { name: dj.name })}
      description={made ? t('broadcast.passwordOnce') : t('broadcast.newPasswordText')}
    >
      {made ? (
        <Password made={made} onClose={() => setMade(undefined)} />
      ) : (
        <Button className="justify-self-end" pending={renew.isPending} onClick={() => renew.mutate(undefined, { onSuccess: setMade })}>
          {t('broadcast.makePassword')}
        </Button>
      )}
    </Dialog>
  );
}

function Invite({ station }: { station: Station }) {
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [made, setMade] = useState<NewStationDJ>();
  const [refused, setRefused] = useState('');
  const changed = useStationChanged(station.id);
  const close = () => {
    setOpen(false);
    setMade(undefined);
    setName('');
    setRefused('');
    if (made) void changed();
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    try {
      setMade(await request(`${RADIOS}/${station.id}/djs`, { method: 'POST', body: { name } }));
    } catch (error) {
      setRefused((error instanceof ApiError ? (error.fieldErrors.name?.[0] ?? error.detail) : undefined) ?? t('ui.loadFailedText'));
    }
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? setOpen(true) : close())}
      keepOpen={made !== undefined}
      trigger={<Button variant="secondary">{t('broadcast.djAdd')}</Button>}
      title={made ? made.dj.name : t('broadcast.djAdd')}
      description={made ? t('broadcast.passwordOnce') : t('broadcast.djAddText')}
    >
      {made ? (
        <Password made={made} onClose={close} />
      ) : (
        <form noValidate className="grid gap-4" onSubmit={(event) => void submit(event)}>
          <Field
            autoFocus
            label={t('broadcast.djName')}
            maxLength={60}
            aria-required
            value={name}
            error={refused}
            onChange={({ target }) => setName(target.value)}
          />
          <Button type="submit" className="justify-self-end">
            {t('broadcast.djAdd')}
          </Button>
        </form>
      )}
    </Dialog>
  );
}

/** The connection settings for BUTT, Mixxx and similar software. */
function Programs({ sources: { mount, port, icyPort, problem } }: { sources: StationDJs['sources'] }) {
  const host = window.location.hostname;
  const own = Number(window.location.port || (window.location.protocol === 'https:' ? 443 : 80));
  return (
    <Group title={t('broadcast.programs')} lead={t('broadcast.programsLead')}>
      <Row label={t('broadcast.server')}>
        <code className="select-all">{host}</code>
      </Row>
      <Row label={t('broadcast.port')} hint={problem || undefined}>
        <code className="tnum select-all">{port ?? own}</code>
      </Row>
      <Row label={t('broadcast.mount')}>
        <code className="select-all">{mount}</code>
      </Row>
      <Row label={t('broadcast.user')} hint={t('broadcast.userHint')}>
        <code className="select-all">source</code>
      </Row>
      {icyPort !== null && (
        <Row label={t('broadcast.icyPort')} hint={t('broadcast.icyPortHint')}>
          <code className="tnum select-all">{icyPort - 1}</code>
        </Row>
      )}
    </Group>
  );
}
