import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { components } from '@/api/schema';
import { language, t } from '@/i18n/operator';
import { bytes, change, count, day } from '@/lib/format';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { statsQuery } from '../lists';
import { statusQuery } from '../status/queries';

type Stats = components['schemas']['AdminStats'];
type Status = components['schemas']['ServerStatus'];

/** Events announce new music, stations, mixes and reviews; what other people play and do is asked for, in ms. */
export const ASKED_EVERY = 30_000;

const skeleton = <Skeleton className="mb-6 h-60 w-full rounded-lg" />;
const n = (value: number) => count(value, language());

/** What the server holds and how it is used. Each number leads to where it comes from. */
export function Figures() {
  const query = useQuery({ ...statsQuery, refetchInterval: ASKED_EVERY });
  return (
    <QueryView query={query} skeleton={skeleton}>
      {(stats) => (
        <Cards label={t('dashboard.figures')}>
          <StatCards stats={stats} />
        </Cards>
      )}
    </QueryView>
  );
}

function StatCards({ stats: { radios, music, mixes, ai, users, streams } }: { stats: Stats }) {
  const trend = streams.weekChangePercent === null ? '—' : change(streams.weekChangePercent);
  return (
    <>
      <Card to="/admin/radios" label={t('dashboard.radios')} value={n(radios.total)}>
        {t('dashboard.radiosText', { online: n(radios.online), offline: n(radios.offline) })}
      </Card>
      <Card to="/admin/playlists" label={t('dashboard.music')} value={t('dashboard.songs', { n: music.songs })}>
        {t('dashboard.playlists', { n: music.playlists })}
      </Card>
      <Card to="/admin/mixes" label={t('dashboard.mixes')} value={n(mixes.total)}>
        {t('dashboard.active', { n: mixes.active })}
      </Card>
      <Card to="/admin/ia" label={t('dashboard.ai')} value={n(ai.generated)}>
        {t('dashboard.aiText', { approved: n(ai.approved), pending: n(ai.pending) })}
      </Card>
      <Card to="/admin/users" label={t('dashboard.users')} value={n(users.activeToday)}>
        {t('dashboard.usersText', { total: n(users.total) })}
      </Card>
      <Card to="/admin/analytics" label={t('dashboard.streams')} value={n(streams.today)}>
        {t('dashboard.streamsText', { change: trend })}
      </Card>
    </>
  );
}

/** What needs attention now. */
export function Now() {
  return (
    <section aria-labelledby="now">
      <h2 id="now" className="display mb-3 text-lg">
        {t('dashboard.now')}
      </h2>
      <QueryView query={useQuery(statusQuery)} skeleton={skeleton}>
        {(status) => (
          <Cards label={t('dashboard.now')}>
            <NowCards status={status} />
          </Cards>
        )}
      </QueryView>
    </section>
  );
}

function NowCards({ status: { stations, disks, jobs } }: { status: Status }) {
  const { interrupted } = stations;
  return (
    <>
      <Card to="/admin/radios" label={t('dashboard.listeners')} value={n(stations.listeners)}>
        {t('dashboard.listenersText')}
      </Card>
      {disks.map(({ holds, free, total, fullAt }) => (
        <Card key={holds.join()} to="/admin/status" label={t('dashboard.storage')} value={bytes(free)} warns={Boolean(fullAt)}>
          {[t('dashboard.storageOf', { total: bytes(total) }), fullAt && t('dashboard.fullAt', { when: day(fullAt, language()) })]
            .filter(Boolean)
            .join(', ')}
        </Card>
      ))}
      <Card to="/admin/status" label={t('dashboard.failing')} value={n(jobs.failed)} warns={jobs.failed > 0}>
        {t('dashboard.failingText')}
      </Card>
      <Card to="/admin/status" label={t('dashboard.silent')} value={n(interrupted.length)} warns={interrupted.length > 0}>
        {interrupted.length > 0 ? named(interrupted) : t('dashboard.silentNone')}
      </Card>
    </>
  );
}

/** How many stations are named on the dashboard; the page behind it lists all. */
const MOST_NAMED = 3;

function named(stations: { name: string }[]) {
  const names = stations.slice(0, MOST_NAMED).map(({ name }) => name);
  const more = stations.length - names.length;
  return more > 0 ? t('dashboard.andMore', { names: names.join(', '), n: more }) : names.join(', ');
}

const Cards = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul aria-label={label} className="mb-8 grid grid-cols-2 gap-3 @3xl:grid-cols-3">
    {children}
  </ul>
);

type CardProps = { to: string; label: string; value: string; warns?: boolean; children: ReactNode };

function Card({ to, label, value, warns, children }: CardProps) {
  return (
    <li className="min-w-0">
      <Link to={to} className="block h-full rounded-lg border border-line bg-surface p-4 transition hover:border-fg-muted">
        <span className="block text-fg-muted text-sm">{label}</span> <span className="display tnum block break-words text-xl">{value}</span>{' '}
        <span className={warns ? 'tnum block break-words text-sm text-warning' : 'tnum block break-words text-fg-muted text-sm'}>
          {children}
        </span>
      </Link>
    </li>
  );
}
