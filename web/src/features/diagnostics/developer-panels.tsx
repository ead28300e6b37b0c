import { t } from '@/i18n/auth';
import { DiagnosticPanel } from './diagnostic-panel';
import { SignInPanel } from './sign-in-panel';
import { SuitePanel } from './suite-panel';

/** For operators and developers: what the server reports about itself. Contains no secrets. */
export function DeveloperPanels() {
  return (
    <section aria-labelledby="developer" className="mx-auto max-w-6xl px-5 py-16">
      <h2 id="developer" className="display text-2xl">
        {t('dev.title')}
      </h2>
      <p className="mt-2 text-fg-muted">{t('dev.lead')}</p>
      <div className="mt-7 grid items-start gap-4 lg:grid-cols-2">
        <div className="grid gap-4">
          <SignInPanel />
          <DiagnosticPanel />
        </div>
        <SuitePanel />
      </div>
    </section>
  );
}
