import { QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { createQueryClient } from '@/api/query-client';
import { LandingPage } from '@/features/landing/landing-page';
import { type LocaleName, setLocale } from '@/i18n/t';

async function render(locale: LocaleName): Promise<string> {
  await setLocale(locale);
  return renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <RouterContextProvider router={createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })}>
        <LandingPage ready={false} music={null} panels={null} />
      </RouterContextProvider>
    </QueryClientProvider>,
  );
}

/** The landing page's first screen in English and Spanish. tools/first-view.ts writes it into the page. */
export const landingMarkup = { en: await render('spec'), es: await render('es') };
