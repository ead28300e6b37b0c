import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '@/api/query-client';
import { useStationEvents } from '@/api/station-events';
import { t } from '@/i18n/landing';
import { StationCard } from '@/things/station/station-card';

const SHOWN = 6;

/** A few public stations that play on the landing page. Hidden if there are none. */
export function LandingStations() {
  const stations = useQuery(apiQuery(['/api/radios', { sort: 'popular', limit: SHOWN }])).data ?? [];
  useStationEvents();
  if (stations.length === 0) return null;
  return (
    <section className="mx-auto max-w-6xl px-5 pb-16">
      <h2 className="display landing-section">{t('landing.stations')}</h2>
      <ul className="mt-7 grid grid-cols-2 gap-5 sm:grid-cols-3 lg:grid-cols-6">
        {stations.map((station) => (
          <li key={station.id}>
            <StationCard station={station} />
          </li>
        ))}
      </ul>
    </section>
  );
}
