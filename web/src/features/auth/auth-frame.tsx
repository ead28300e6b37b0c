import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSession } from '@/api/auth/session';
import { t } from '@/i18n/landing';
import { artOf } from '@/lib/art';
import { useShownTheme } from '@/lib/prefs';
import { takeWayBack } from '@/lib/way-back';
import { LanguageSwitch } from '@/ui/language-switch';
import { Wordmark } from '@/ui/mark';

/** The style of links on these screens. */
export const link = 'font-semibold text-accent-text hover:underline';

type AuthFrameProps = {
  title: string;
  lead?: string;
  /** Names the step: at each new one the title gets the focus, so that screen readers announce it. */
  focusTitle?: string;
  children: ReactNode;
};

/** The layout of sign-in and registration. Leads signed-in people to where their session ended, otherwise to Home. */
export function AuthFrame(props: AuthFrameProps) {
  const session = useSession();
  return session.status === 'signedIn' ? <Leave /> : <OpenFrame {...props} />;
}

function Leave() {
  const navigate = useNavigate();
  const hasLeft = useRef(false);
  useEffect(() => {
    if (hasLeft.current) return; // the way back is known once
    hasLeft.current = true;
    void navigate({ href: takeWayBack(), replace: true });
  }, [navigate]);
  return null;
}

/** The same layout for everyone, also signed-in people. */
export function OpenFrame({ title, lead, focusTitle, children }: AuthFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focusTitle) heading.current?.focus();
  }, [focusTitle]);
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,1fr)_minmax(0,1.1fr)]">
      <div className="relative flex flex-col px-5 py-6 md:px-12">
        <header className="flex items-center justify-between gap-4">
          <Link to="/" aria-label={t('landing.nav')} className="inline-block rounded-md">
            <Wordmark />
          </Link>
          <LanguageSwitch />
        </header>
        <main className="m-auto w-full max-w-sm py-10">
          <h1 ref={heading} tabIndex={-1} className="display text-[2.125rem] leading-tight outline-none">
            {title}
          </h1>
          {lead && <p className="mt-1.5 text-fg-muted">{lead}</p>}
          <div className="mt-8">{children}</div>
        </main>
      </div>
      <Sleeves />
    </div>
  );
}

const SEEDS = [
  'Glass Harbor',
  'Night Bus',
  'Ámbar',
  'Signal Bloom',
  'Paper Lanterns',
  'Late Checkout',
  'Velvet Static',
  'Río Abajo',
  'Kiosk No. 5',
  'Low Tide',
  'Madrugada',
  'Tin Roof',
];

/** A drawn wall of record sleeves. */
function Sleeves() {
  const theme = useShownTheme();
  return (
    <aside className="relative hidden overflow-hidden border-line border-l bg-sunken lg:block">
      <div aria-hidden className="absolute -inset-24 grid rotate-[-8deg] grid-cols-3 content-center gap-5">
        {SEEDS.map((seed) => (
          <img key={seed} src={artOf(seed, theme)} alt="" className="aspect-square w-full rounded-lg shadow-3" />
        ))}
      </div>
      <div className="absolute inset-0 bg-(image:--scrim)" />
      <div className="absolute inset-x-12 bottom-14">
        <p className="display max-w-[14ch] text-[2.75rem] leading-[1.05]">{t('auth.aside.title')}</p>
        <p className="mt-3 max-w-[42ch] text-fg-muted text-lg">{t('auth.aside.text')}</p>
      </div>
    </aside>
  );
}
