import { useQuery } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { Radio, Square } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '@/api/auth/session';
import { apiQuery } from '@/api/query-client';
import type { Station } from '@/api/types';
import { browserClock } from '@/audio/clock';
import { Air, type AirState, canGoLive } from '@/dj/air/air';
import type { Desk } from '@/dj/desk';
import { t } from '@/i18n/desk';
import { storage } from '@/lib/storage';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { RecordingLimit } from '@/ui/plan/plan-lock';
import { Select } from '@/ui/select';
import { useWholeKey } from '../control/desk-keys';
import { needed } from '../needed';
import { useWatched } from '../use-watched';

const LAST = 'sonora_desk_station';

let made: Air | null = null;

/** The broadcast of this page. */
function theAir(desk: Desk): Air {
  made ??= new Air(desk, browserClock());
  return made;
}

/** The stations that this person can play to. */
function useStations(): Station[] {
  const { user } = useSession();
  const { data = [] } = useQuery({ ...apiQuery(['/api/radios', { limit: 1000 }]), enabled: Boolean(user) });
  return data.filter(({ canManage, mode }) => canManage && (mode === 'live' || mode === 'both'));
}

/** Sends the desk to a station of this person, and shows what the server receives. */
export function AirBar({ desk }: { desk: Desk }) {
  const air = theAir(desk);
  const state = useWatched(air);
  const stations = useStations();
  const [chosen, setChosen] = useState(() => storage.get(LAST));
  const isOn = state.phase !== 'off';
  const station = stations.find(({ id }) => id === (isOn ? state.stationId : chosen)) ?? stations[0];
  const toggle = () => (isOn ? air.end() : void (station && air.go(station.id)));
  useWholeKey('air', () => canGoLive() && toggle());
  if (!station) return null;
  if (!canGoLive()) return <p className="desk-note">{t('desk.air.unable', { station: station.name, what: needed() })}</p>;
  const choose = (id: string) => {
    storage.set(LAST, id);
    setChosen(id);
  };
  return (
    <section aria-label={t('desk.air')} className="desk-air" data-air={state.phase}>
      <p role="status" className="desk-air-state">
        {stateOf(state, station)}
        {state.reason !== '' && <span className="desk-air-reason">{state.reason}</span>}
      </p>
      {state.phase === 'live' && <Facts air={state} />}
      {!isOn && stations.length > 1 && (
        <Select
          label={t('desk.air.station')}
          value={station.id}
          onChange={choose}
          options={stations.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      {!isOn && <RecordingLimit of="show" />}
      <Button size="sm" variant={isOn ? 'danger' : 'secondary'} data-key="⇧," onClick={toggle}>
        {isOn ? <Square size={14} aria-hidden /> : <Radio size={15} aria-hidden />}
        {t(isOn ? 'desk.air.end' : 'desk.air.go')}
      </Button>
      <Leaving air={air} isOn={isOn} />
    </section>
  );
}

/** The server decides what is on air: a connection alone is not. */
function stateOf({ phase, status }: AirState, { name: station }: Station): string {
  if (phase === 'live') return t(status?.state === 'live' ? 'desk.air.live' : 'desk.air.soon', { station });
  return t(`desk.air.${phase}`, { station });
}

function Facts({ air: { status } }: { air: AirState }) {
  if (!status) return null;
  const { listeners, level, buffered, waiting } = status;
  return (
    <ul className="desk-air-facts tnum">
      <li>{t('desk.air.listeners', { n: listeners })}</li>
      {level !== undefined && <li>{level < -70 ? t('desk.air.silence') : t('desk.air.level', { level: level.toFixed(0) })}</li>}
      <li>{t('desk.air.delay', { seconds: (buffered + waiting).toFixed(1) })}</li>
    </ul>
  );
}

/** Asks before this page is left: the broadcast ends with it. */
function Leaving({ air, isOn }: { air: Air; isOn: boolean }) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) =>
      isOn && (current.pathname !== next.pathname || (next.search as { tab?: unknown }).tab !== 'crear'),
    enableBeforeUnload: isOn,
    withResolver: true,
  });
  if (leaving.status !== 'blocked') return null;
  return (
    <Dialog open onOpenChange={(open) => !open && leaving.reset()} title={t('desk.air.leave')} description={t('desk.air.leaveText')}>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" onClick={leaving.reset}>
          {t('desk.air.stay')}
        </Button>
        <Button
          variant="danger"
          onClick={() => {
            air.end();
            leaving.proceed();
          }}
        >
          {t('desk.air.end')}
        </Button>
      </div>
    </Dialog>
  );
}
