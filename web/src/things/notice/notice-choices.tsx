import { useQuery } from '@tanstack/react-query';
import { messageOf } from '@/api/error';
import { noticesQuery, useSaveNotices } from '@/api/notices';
import type { NoticeChoices as Choices } from '@/api/types';
import { t } from '@/i18n/updates';
import { QueryView } from '@/ui/query-view';
import { Select } from '@/ui/select';
import { Skeleton } from '@/ui/skeleton';
import { Switch } from '@/ui/switch';
import { toast } from '@/ui/toast/toast-store';
import { PushDevice } from './push-device';

/** How a person is notified: by email, in a summary, on devices. Each choice is saved immediately. */
export function NoticeChoices() {
  const query = useQuery(noticesQuery);
  return (
    <QueryView query={query} skeleton={<Skeleton className="my-4 h-44 w-full" />}>
      {(choices) => <Rows choices={choices} />}
    </QueryView>
  );
}

function Rows({ choices }: { choices: Choices }) {
  const save = useSaveNotices();
  const change = (part: Partial<Choices>) =>
    save.mutate(
      { ...choices, ...part },
      {
        onError: (error) => toast({ tone: 'danger', title: t('notices.notSaved'), description: messageOf(error, t('ui.loadFailedText')) }),
      },
    );
  return (
    <div className="divide-y divide-line">
      <Switch
        className="py-4"
        label={t('notices.email')}
        hint={t('notices.emailHint')}
        checked={choices.email}
        onChange={(event) => change({ email: event.target.checked })}
      />
      {choices.email && <DigestRow choices={choices} onChange={(digest) => change({ digest })} />}
      <Switch
        className="py-4"
        label={t('notices.push')}
        hint={t('notices.pushHint')}
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
        <p className="font-semibold">{t('notices.digest')}</p>
        <p className="text-fg-muted text-sm">
          {t('notices.digestHint')} {!choices.emailVerified && t('notices.digestUnverified')}
        </p>
      </div>
      <Select
        label={t('notices.digest')}
        value={choices.digest}
        onChange={onChange}
        options={[
          { value: 'never', label: t('notices.never') },
          { value: 'daily', label: t('notices.daily') },
          { value: 'weekly', label: t('notices.weekly') },
        ]}
      />
    </div>
  );
}
