import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { configQuery } from '@/api/queries';
import { LandingPage } from '@/features/landing/landing-page';

const DeveloperPanels = lazy(() => import('@/features/diagnostics/developer-panels').then((m) => ({ default: m.DeveloperPanels })));

/** The landing page, with the developer panels while the operator's setting shows them. */
export function VisitorPage() {
  const shown = useQuery(configQuery).data?.developerPanels;
  return (
    <LandingPage
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
