import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Disc3, Radio } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { libraryStatusQuery } from '@/api/queries';
import { t } from '@/i18n/t';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { Hero } from './hero';
import { RecentlyPlayed } from './recently-played';
import { SearchBox } from './search-box';
import { Section } from './section';
import { WelcomeCard } from './welcome-card';

const EmptyLibrary = lazy(() => import('@/features/tracks/empty-library').then((m) => ({ default: m.EmptyLibrary })));

export function HomePage() {
  const isEmpty = useQuery(libraryStatusQuery).data?.stats.tracks === 0;
  return (
    <>
      <SearchBox />
      <Hero />
      <WelcomeCard />
      {isEmpty ? (
        <div className="mt-8">
          <Suspense>
            <EmptyLibrary />
          </Suspense>
        </div>
      ) : (
        <RecentlyPlayed />
      )}
      <Section title={t('home.stations')} more={{ label: t('home.showAll'), to: '/radios' }}>
        <EmptyState
          level={3}
          compact
          icon={Radio}
          title={t('home.noStations')}
          text={t('home.noStationsText')}
          action={<WayOn to="/library" label={t('later.library')} />}
        />
      </Section>
      <Section title={t('home.mixes')} more={{ label: t('home.browseAll'), to: '/mixes' }}>
        <EmptyState
          level={3}
          compact
          icon={Disc3}
          title={t('home.noMixes')}
          text={t('home.noMixesText')}
          action={<WayOn to="/library" label={t('later.albums')} />}
        />
      </Section>
    </>
  );
}

const WayOn = ({ to, label }: { to: '/library'; label: string }) => (
  <Button asChild variant="outline">
    <Link to={to}>{label}</Link>
  </Button>
);
