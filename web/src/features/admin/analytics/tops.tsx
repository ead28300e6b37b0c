import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { apiQuery } from '@/api/query-client';
import type { AnalyticsTop } from '@/api/types';
import { language, type PlainKey, t } from '@/i18n/operator';
import { count, span } from '@/lib/format';
import { QueryView } from '@/ui/query-view';
import { Select } from '@/ui/select';
import { Skeleton } from '@/ui/skeleton';
import { Row, Table } from '../plain-table';
import { CSV } from './csv';
import { type Range, zone } from './range';

const KINDS = ['track', 'artist', 'album', 'station', 'mix', 'podcast', 'episode', 'device', 'country'] as const;
type Kind = (typeof KINDS)[number];

/** Where an item of a kind has a page of its own. */
const PAGES: Partial<Record<Kind, string>> = {
  track: '/tracks/',
  artist: '/artists/',
  album: '/albums/',
  station: '/radios/',
  mix: '/mixes/',
  podcast: '/podcasts/',
};
const SHOWN = 20;

/** What people heard most, and with what. */
export function Tops({ range }: { range: Range }) {
  const [kind, setKind] = useState<Kind>('track');
  const { from, to } = range;
  const query = useQuery({
    ...apiQuery(['/api/admin/analytics/top', { kind, from, to, tz: zone(), limit: SHOWN }]),
    staleTime: 0,
  });
  const label = t(`analytics.kind.${kind}`);
  const columns = [t('analytics.name'), t('analytics.plays'), t('analytics.time')];
  return (
    <section aria-labelledby="tops" className="mt-10">
      <h2 id="tops" className="display mb-3 text-lg">
        {t('analytics.tops')}
      </h2>
      <div className="flex flex-wrap items-center gap-3">
        <Select
          label={t('analytics.kind')}
          value={kind}
          onChange={setKind}
          options={KINDS.map((value) => ({ value, label: t(`analytics.kind.${value}`) }))}
        />
        <CSV range={range} table={kind} label={t('analytics.downloadOf', { table: label })} />
      </div>
      <QueryView
        query={query}
        skeleton={<Skeleton className="mt-5 h-60 w-full rounded-lg" />}
        isEmpty={(list) => list.length === 0}
        empty={<p className="mt-5 text-fg-muted">{t(none(kind))}</p>}
      >
        {(list) => (
          <Table label={label} columns={columns}>
            {list.map((top) => (
              <Row
                key={top.id}
                columns={columns}
                name={<Name kind={kind} top={top} />}
                below={[top.detail, top.deleted ? t('analytics.deleted') : ''].filter(Boolean).join(' · ')}
                cells={[count(top.plays, language()), top.seconds > 0 ? span(top.seconds) : '—']}
              />
            ))}
          </Table>
        )}
      </QueryView>
    </section>
  );
}

const none = (kind: Kind): 'analytics.noDevices' | 'analytics.noCountries' | 'analytics.noTops' =>
  kind === 'device' ? 'analytics.noDevices' : kind === 'country' ? 'analytics.noCountries' : 'analytics.noTops';

function Name({ kind, top }: { kind: Kind; top: AnalyticsTop }) {
  const page = PAGES[kind];
  if (page && !top.deleted) {
    return (
      <Link to={page + top.id} className="hover:underline">
        {top.name}
      </Link>
    );
  }
  if (kind === 'device') return t(`analytics.device.${top.id}` as PlainKey);
  if (kind === 'country') return new Intl.DisplayNames([language()], { type: 'region' }).of(top.id) ?? top.id;
  return top.name;
}
