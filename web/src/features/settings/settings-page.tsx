import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, Suspense, useEffect } from 'react';
import { type PlainKey, t } from '@/i18n/settings';
import { lazily } from '@/lib/until-loaded';
import { PageHeader } from '@/ui/page-header';
import { Skeleton } from '@/ui/skeleton';
import { Tabs } from '@/ui/tabs';

const TABS = [
  { value: 'general', label: 'settings.general' },
  { value: 'account', label: 'settings.account' },
  { value: 'security', label: 'settings.security' },
  { value: 'notifications', label: 'settings.notifications' },
  { value: 'connections', label: 'settings.connections' },
  { value: 'privacy', label: 'settings.privacy' },
] as const satisfies { value: string; label: PlainKey }[];

type Tab = (typeof TABS)[number]['value'];

const PANELS: Record<Tab, ComponentType> = {
  general: lazily(() => import('./general-section').then((m) => m.GeneralSection)),
  account: lazily(() => import('./account-section').then((m) => m.AccountSection)),
  security: lazily(() => import('./security-section').then((m) => m.SecuritySection)),
  notifications: lazily(() => import('./notifications-section').then((m) => m.NotificationsSection)),
  connections: lazily(() => import('./connections-section').then((m) => m.ConnectionsSection)),
  privacy: lazily(() => import('./privacy-section').then((m) => m.PrivacySection)),
};

/** Parts of a tab that have an address of their own. */
const INSIDE: Record<string, Tab> = {
  appearance: 'general',
  language: 'general',
  playback: 'general',
  about: 'general',
  devices: 'security',
  webhooks: 'security',
  import: 'connections',
  export: 'privacy',
  delete: 'privacy',
};

/** /settings: all settings in six tabs; ?tab= selects one, or a section of one. */
export function SettingsPage() {
  const asked = useSearch({ strict: false }).tab ?? '';
  const navigate = useNavigate();
  const part = INSIDE[asked];
  const tab = part ?? TABS.find(({ value }) => value === asked)?.value ?? 'general';
  const Panel = PANELS[tab];
  return (
    <div className="max-w-3xl">
      <PageHeader title={t('nav.settings')} />
      <Tabs<Tab>
        label={t('nav.settings')}
        value={tab}
        onChange={(next) => void navigate({ to: '.', search: { tab: next }, replace: true })}
        tabs={TABS.map(({ value, label }) => ({ value, label: t(label) }))}
      >
        <Suspense fallback={<Skeleton className="h-60 w-full rounded-lg" />}>
          <Panel />
          {part && <ScrollTo id={asked} />}
        </Suspense>
      </Tabs>
    </div>
  );
}

/** Next to the panel, so that it runs once the panel's code is loaded. */
function ScrollTo({ id }: { id: string }) {
  useEffect(() => document.getElementById(id)?.scrollIntoView(), [id]);
  return null;
}
