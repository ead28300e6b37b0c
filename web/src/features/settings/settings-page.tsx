import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { configQuery } from '@/api/queries';
import { useSession } from '@/api/session';
import { useLogout } from '@/api/use-logout';
import { setLocale, t } from '@/i18n/t';
import { type LocaleName, type Theme, usePrefs } from '@/lib/prefs';
import { Button } from '@/ui/button';
import { PageHeader } from '@/ui/page-header';
import { Select } from '@/ui/select';
import { toast } from '@/ui/toast-store';

export function SettingsPage() {
  const { theme, locale, set } = usePrefs();
  const { user } = useSession();
  const { data: config } = useQuery(configQuery);
  const logout = useLogout();
  const changeLocale = (next: LocaleName) =>
    setLocale(next).then(
      () => set({ locale: next }),
      (error: Error) => toast({ tone: 'danger', title: t('ui.loadFailed'), description: error.message }),
    );
  return (
    <div className="max-w-2xl">
      <PageHeader title={t('nav.settings')} />
      <Group title={t('settings.appearance')}>
        <Row label={t('settings.theme')}>
          <Select<Theme>
            label={t('settings.theme')}
            value={theme}
            onChange={(next) => set({ theme: next })}
            options={[
              { value: 'dark', label: t('settings.theme.dark') },
              { value: 'light', label: t('settings.theme.light') },
              { value: 'system', label: t('settings.theme.system') },
            ]}
          />
        </Row>
        <Row label={t('settings.language')} hint={t('settings.languageHint')}>
          <Select<LocaleName>
            label={t('settings.language')}
            value={locale}
            onChange={(next) => void changeLocale(next)}
            options={[
              { value: 'spec', label: t('settings.language.spec') },
              { value: 'en', label: t('settings.language.en') },
              { value: 'es', label: t('settings.language.es') },
            ]}
          />
        </Row>
      </Group>
      <Group title={t('settings.account')}>
        <Row label={t('settings.signedInAs', { email: user?.email ?? '' })}>
          <Button variant="secondary" pending={logout.isPending} onClick={() => logout.mutate()}>
            {t('settings.signOut')}
          </Button>
        </Row>
      </Group>
      <Group title={t('settings.privacy')}>
        <p className="py-4 text-fg-muted">{t('settings.privacyText')}</p>
      </Group>
      {config && (
        <Group title={t('settings.about')}>
          <p className="tnum py-4 text-fg-muted">{t('settings.version', { version: config.version })}</p>
        </Group>
      )}
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-8">
      <h2 className="display mb-3 text-lg">{title}</h2>
      <div className="divide-y divide-line rounded-lg border border-line bg-surface px-5">{children}</div>
    </section>
  );
}

function Row({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-4">
      <div className="min-w-0">
        <p className="font-semibold">{label}</p>
        {hint && <p className="text-fg-muted text-sm">{hint}</p>}
      </div>
      {children}
    </div>
  );
}
