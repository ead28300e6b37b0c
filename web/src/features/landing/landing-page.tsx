import { Link } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect } from 'react';
import { t } from '@/i18n/auth';
import { firstScreenShown } from '@/lib/first-screen';
import { Button } from '@/ui/button';
import { LanguageSwitch } from '@/ui/language-switch';
import { Wordmark } from '@/ui/mark';
import { Features } from './features';
import { GoogleButton, OtherProviders } from './google-button';
import { VuMeter } from './vu-meter';

type LandingPageProps = {
  /** Whether it is known what comes below the first screen. Until then nothing does, so that nothing moves. */
  ready: boolean;
  /** The developer panels and the public music, if the operator shows them. */
  panels: ReactNode;
  music: ReactNode;
};

/** The page for visitors at any address. */
export function LandingPage({ ready, panels, music }: LandingPageProps) {
  useEffect(firstScreenShown, []);
  return (
    <div className="landing overflow-x-clip">
      <header className="mx-auto flex h-18 max-w-6xl items-center justify-between px-5">
        <Wordmark size={34} />
        <Button asChild variant="ghost">
          <Link to="/login">{t('landing.signIn')}</Link>
        </Button>
      </header>
      {/* So high that the footer is never on the first screen. */}
      <main className="min-h-dvh">
        <section className="mx-auto grid max-w-6xl items-center gap-x-14 gap-y-12 px-5 pt-10 pb-20 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.08fr)] lg:pt-16">
          <div>
            <p className="font-semibold text-accent-text text-sm">{t('app.tagline')}</p>
            <h1 className="display landing-title mt-4">{t('landing.title')}</h1>
            <p className="mt-6 max-w-[46ch] text-fg-muted text-lg leading-relaxed">{t('landing.lead')}</p>
            <div className="mt-9 flex flex-wrap gap-3">
              <Button asChild size="lg">
                <Link to="/register">{t('landing.getStartedFree')}</Link>
              </Button>
              <GoogleButton text={t('provider.google.start')} variant="outline" size="lg" />
            </div>
          </div>
          <VuMeter />
        </section>
        {ready && (
          <Suspense>
            {music}
            <Features />
            <Closing />
            {panels}
          </Suspense>
        )}
      </main>
      {ready && <Footer />}
    </div>
  );
}

function Closing() {
  return (
    <section className="landing-closing px-5 py-28 text-center">
      <h2 className="display landing-last">{t('landing.closing')}</h2>
      <p className="mx-auto mt-4 max-w-[40ch] text-fg-muted text-lg">{t('landing.closingText')}</p>
      <div className="mt-9 flex flex-wrap justify-center gap-3">
        <Button asChild size="lg">
          <Link to="/register">{t('landing.getStartedNow')}</Link>
        </Button>
        <GoogleButton text={t('provider.google.continue')} variant="outline" size="lg" />
        <OtherProviders />
      </div>
      <GoogleButton text={t('provider.google.signIn')} variant="ghost" className="mt-4" />
    </section>
  );
}

function Footer() {
  return (
    <footer className="border-line border-t">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-x-8 gap-y-3 px-5 py-7 text-fg-muted text-sm">
        <p>{t('landing.footer')}</p>
        <nav aria-label={t('landing.legal')} className="flex gap-6">
          <Link to="/terms" className="rounded-sm hover:text-fg hover:underline">
            {t('title.terms')}
          </Link>
          <Link to="/privacy" className="rounded-sm hover:text-fg hover:underline">
            {t('title.privacy')}
          </Link>
          <LanguageSwitch />
        </nav>
      </div>
    </footer>
  );
}
