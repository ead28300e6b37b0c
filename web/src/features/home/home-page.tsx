import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';
import { libraryStatusQuery } from '@/api/queries';
import { t } from '@/i18n/t';
import { firstScreen } from '@/lib/first-screen';
import { lazily } from '@/lib/until-loaded';
import { ContinueListening } from './continue-listening';
import { Hero } from './hero';
import { RecentlyPlayed } from './recently-played';
import { SearchBox } from './search-box';
import { Section } from './section';
import { WelcomeCard } from './welcome-card';

const EmptyLibrary = lazily(() => import('@/things/library/empty-library').then((m) => m.EmptyLibrary));
// Below the first screen, so these load after it.
const Shelves = lazily(() =>
  firstScreen()
    .then(() => import('./shelves'))
    .then((m) => m.Shelves),
);
const Stations = lazily(() =>
  firstScreen()
    .then(() => import('./stations'))
    .then((m) => m.Stations),
);
const Mixes = lazily(() =>
  firstScreen()
    .then(() => import('./mixes'))
    .then((m) => m.Mixes),
);

export function HomePage() {
  const isEmpty = useQuery(libraryStatusQuery).data?.stats.tracks === 0;
  return (
    <>
      <SearchBox />
      <Hero />
      <WelcomeCard />
      <ContinueListening />
      {isEmpty ? (
        <div className="mt-8">
          <Suspense>
            <EmptyLibrary />
          </Suspense>
        </div>
      ) : (
        <>
          <RecentlyPlayed />
          <Reserved height="min-h-[690px]">
            <Shelves />
          </Reserved>
        </>
      )}
      <Section title={t('home.stations')} more={{ label: t('home.showAll'), to: '/radios' }}>
        <Reserved height="min-h-24">
          <Stations />
        </Reserved>
      </Section>
      <Section title={t('home.mixes')} more={{ label: t('home.browseAll'), to: '/mixes' }}>
        <Reserved height="min-h-24">
          <Mixes />
        </Reserved>
      </Section>
    </>
  );
}

/** Reserves space for content that loads later, so that nothing moves. */
const Reserved = ({ height, children }: { height: string; children: ReactNode }) => (
  <div className={height}>
    <Suspense>{children}</Suspense>
  </div>
);
