import { useQuery } from '@tanstack/react-query';
import { useStationEvents } from '@/api/station-events';
import { t } from '@/i18n/landing';
import { StationCard } from '@/things/station/station-card';
import { landingStationsQuery } from './queries';

/** A few public stations that play on the landing page. Hidden if there are none. */
export function LandingStations() {
  const stations = useQuery(landingStationsQuery).data ?? [];
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
