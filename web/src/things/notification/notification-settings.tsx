import { useQuery } from '@tanstack/react-query';
import { messageOf } from '@/api/error';
import { notificationSettingsQuery, useSaveNotificationSettings } from '@/api/notification-settings';
import type { NotificationSettings as Choices } from '@/api/types';
import { t } from '@/i18n/notifications';
import { QueryView } from '@/ui/query-view';
import { Select } from '@/ui/select';
import { Skeleton } from '@/ui/skeleton';
import { Switch } from '@/ui/switch';
import { toast } from '@/ui/toast/toast-store';
import { PushDevice } from './push-device';

/** How a person is notified: by email, in a summary, on devices. Each choice is saved immediately. */
export function NotificationSettings() {
  const query = useQuery(notificationSettingsQuery);
  return (
    <QueryView query={query} skeleton={<Skeleton className="my-4 h-44 w-full" />}>
      {(choices) => <Rows choices={choices} />}
    </QueryView>
  );
}

function Rows({ choices }: { choices: Choices }) {
  const save = useSaveNotificationSettings();
  const change = (part: Partial<Choices>) =>
    save.mutate(
      { ...choices, ...part },
      {
        onError: (error) =>
          toast({ tone: 'danger', title: t('notifications.notSaved'), description: messageOf(error, t('ui.loadFailedText')) }),
      },
    );
  return (
    <div className="divide-y divide-line">
      <Switch
        className="py-4"
        label={t('notifications.email')}
        hint={t('notifications.emailHint')}
        checked={choices.email}
        onChange={(event) => change({ email: event.target.checked })}
      />
      {choices.email && <DigestRow choices={choices} onChange={(digest) => change({ digest })} />}
      <Switch
        className="py-4"
        label={t('notifications.push')}
        hint={t('notifications.pushHint')}
        checked={choices.push}
        onChange={(event) => change({ push: event.target.checked })}
      />
      {choices.push && <PushDevice />}
    </div>
  );
}

function DigestRow({ choices, onChange }: { choices: Choices; onChange: (digest: Choices['digest']) => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2.5 py-4">
      <div className="min-w-[min(100%,14rem)] flex-1">
        <p className="font-semibold">{t('notifications.digest')}</p>
        <p className="text-fg-muted text-sm">
          {t('notifications.digestHint')} {!choices.emailVerified && t('notifications.digestUnverified')}
        </p>
      </div>
      <Select
        label={t('notifications.digest')}
        value={choices.digest}
        onChange={onChange}
        options={[
          { value: 'never', label: t('notifications.never') },
          { value: 'daily', label: t('notifications.daily') },
          { value: 'weekly', label: t('notifications.weekly') },
        ]}
      />
    </div>
  );
}
