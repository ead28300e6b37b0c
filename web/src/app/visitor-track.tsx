import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Suspense } from 'react';
import { lazily } from '@/lib/until-loaded';
import { mixQuery } from '@/things/mix/queries';
import { trackQuery } from '@/things/track/queries';
import { Splash } from './pending';
import { VisitorStation } from './visitor-station';

const Landing = lazily(() => import('./visitor-page').then((m) => m.VisitorPage));

/** Everyone can open the page of a public song. Visitors do not learn about any other song. */
export function VisitorTrack() {
  const { trackId = '' } = useParams({ strict: false });
  return <PageOrLanding {...useQuery(trackQuery(trackId))} />;
}

/** The same for a public mix. */
export function VisitorMix() {
  const { id = '' } = useParams({ strict: false });
  return <PageOrLanding {...useQuery(mixQuery(id))} />;
}

function PageOrLanding({ isPending, isError }: { isPending: boolean; isError: boolean }) {
  if (isPending) return <Splash />;
  return isError ? (
    <Suspense fallback={<Splash />}>
      <Landing />
    </Suspense>
  ) : (
    <VisitorStation />
  );
}
