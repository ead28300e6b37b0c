import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { configQuery } from '@/api/queries';
import { LandingPage } from '@/features/landing/landing-page';

const DeveloperPanels = lazy(() => import('@/features/diagnostics/developer-panels').then((m) => ({ default: m.DeveloperPanels })));

const LandingMusic = lazy(() => import('@/features/landing/landing-music').then((m) => ({ default: m.LandingMusic })));

/** The landing page, with public music and, if the operator's setting says so, the developer panels. */
export function VisitorPage() {
  const { developerPanels: shown, landingMusic } = useQuery(configQuery).data ?? {};
  return (
    <LandingPage
      music={
        landingMusic && (
          <Suspense>
            <LandingMusic />
          </Suspense>
        )
      }
      panels={
        shown && (
          <Suspense>
            <DeveloperPanels />
          </Suspense>
        )
      }
    />
  );
}
