import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { trackQuery } from '@/things/track/queries';
import { Splash } from './pending';
import { VisitorStation } from './visitor-station';

const Landing = lazy(() => import('./visitor-page').then((m) => ({ default: m.VisitorPage })));

/** A public song has a page for everybody. Any other is nothing a visitor is told about. */
export function VisitorTrack() {
  const { trackId = '' } = useParams({ strict: false });
  const { isPending, isError } = useQuery(trackQuery(trackId));
  if (isPending) return <Splash />;
  return isError ? (
    <Suspense fallback={<Splash />}>
      <Landing />
    </Suspense>
  ) : (
    <VisitorStation />
  );
}
