import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { request } from '@/api/client';
import { apiQuery } from '@/api/query-client';
import { RADIOS } from '@/api/stations';
import type { StationHealth } from '@/api/types';
import { language, t } from '@/i18n/broadcast';
import { count, moment } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Group, Nothing, Row } from '@/ui/group';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { HealthFigures } from './health-figures';
import { HealthLog } from './health-log';
import type { PanelProps } from './panel';
import { useStationChange } from './queries';

const REFRESH = 3000; // ms: buffers and levels are those of the last second

/** The station's health, log and audience. */
export function HealthPanel({ station }: PanelProps) {
  const health = useQuery({ ...apiQuery([RADIOS, station.id, 'health']), refetchInterval: REFRESH, staleTime: 0 });
  return (
    <div className="max-w-5xl">
      <QueryView query={health} skeleton={<Skeleton className="h-60 w-full rounded-lg" />}>
        {(data) => (
          <>
            <Now health={data} stationId={station.id} />
            <Outputs outputs={data.outputs} />
          </>
        )}
      </QueryView>
      <HealthFigures station={station} />
      <HealthLog station={station} />
    </div>
  );
}

function Now({ health, stationId }: { health: StationHealth; stationId: string }) {
  const { state, problem, source, client, since, lastError, lastErrorAt } = health;
  const putOff = useStationChange(
    stationId,
    () => request(`${RADIOS}/${stationId}/put-off`, { method: 'POST' }),
    t('broadcast.putOffDone'),
  );
  const isLive = state === 'live' || state === 'hold';
  return (
    <Group title={t('broadcast.nowTitle')}>
      <Row
        label={
          <>
            <Badge tone={isLive ? 'live' : state === 'off' || state === 'idle' ? 'neutral' : 'success'}>
              {t(`broadcast.state.${state}`)}
            </Badge>
            {state === 'autodj' || source === 'lists' ? null : source}
          </>
        }
        hint={[client, since && t('broadcast.since', { when: moment(since, language()) })].filter(Boolean).join(' · ')}
      >
        {isLive && (
          <Button size="sm" variant="danger" pending={putOff.isPending} onClick={() => putOff.mutate()}>
            {t('broadcast.putOff')}
          </Button>
        )}
      </Row>
      {problem && (
        <p role="status" className="py-4 text-warning">
          {problem}
        </p>
      )}
      <Facts health={health} />
      {lastError && (
        <Row label={t('broadcast.lastError')} hint={lastErrorAt ? moment(lastErrorAt, language()) : undefined}>
          <p className="max-w-[50ch] text-sm">{lastError}</p>
        </Row>
      )}
    </Group>
  );
}

const decimals = (n: number) => n.toLocaleString(language(), { minimumFractionDigits: 1, maximumFractionDigits: 1 });

function Facts({ health: { listeners, bufferSeconds, wantedSeconds, level, underruns, restarts } }: { health: StationHealth }) {
  const buffer = t('broadcast.seconds', { n: decimals(bufferSeconds) });
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-4 py-4 sm:grid-cols-3 lg:grid-cols-5">
      <Fact name={t('broadcast.listenersNow')}>{count(listeners, language())}</Fact>
      <Fact name={t('broadcast.level')}>{level === null ? '–' : `${decimals(level)} dB`}</Fact>
      <Fact name={t('broadcast.buffer')} note={wantedSeconds > 0 ? t('broadcast.wanted', { n: decimals(wantedSeconds) }) : ''}>
        {bufferSeconds > 0 || wantedSeconds > 0 ? buffer : '–'}
      </Fact>
      <Fact name={t('broadcast.underruns')} note={underruns > 0 ? t('broadcast.silent', { n: decimals(underruns * BLOCK) }) : ''}>
        {count(underruns, language())}
      </Fact>
      <Fact name={t('broadcast.restarts')}>{count(restarts, language())}</Fact>
    </dl>
  );
}

const BLOCK = 0.02; // seconds of silence per underrun

const Fact = ({ name, note, children }: { name: string; note?: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-fg-muted text-sm">{name}</dt>
    <dd className="tnum display text-xl">{children}</dd>
    {note && <dd className="tnum text-fg-muted text-sm">{note}</dd>}
  </div>
);

function Outputs({ outputs }: { outputs: StationHealth['outputs'] }) {
  return (
    <Group title={t('broadcast.outputs')} lead={t('broadcast.outputsLead')}>
      {outputs.length === 0 && <Nothing>{t('broadcast.noOutputs')}</Nothing>}
      {outputs.map(({ format, bitrate, rate, channels, connections, encoder }) => (
        <Row
          key={format}
          label={
            <>
              {format.toUpperCase()}
              <Badge tone={encoder === 'starting' ? 'warning' : 'outline'}>{t(`broadcast.encoder.${encoder || 'none'}`)}</Badge>
            </>
          }
          hint={
            <span className="tnum">
              {[
                bitrate > 0 && `${bitrate} kbit/s`,
                rate > 0 && `${(rate / 1000).toLocaleString(language())} kHz`,
                channels > 0 && t('broadcast.channels', { n: channels }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          }
        >
          <span className="tnum">{t('broadcast.connections', { n: connections })}</span>
        </Row>
      ))}
    </Group>
  );
}
