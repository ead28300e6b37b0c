import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, messageOf } from '@/api/error';
import { apiQuery } from '@/api/query-client';
import { type PlainKey, t } from '@/i18n/admin';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Group } from '@/ui/group';
import { PageHeader } from '@/ui/page-header';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { Switch } from '@/ui/switch';
import { Tabs } from '@/ui/tabs';
import { toast } from '@/ui/toast/toast-store';
import { KeyRows } from './key-rows';
import { SETTINGS, type Settings, useSave } from './use-save';

type Flag = 'newAccountsMayUpload' | 'analyseTracks' | 'askMusicBrainz' | 'askCoverArtArchive' | 'askLrclib';
type Amount = 'maxUploadSize' | 'uploadQuota';

const TABS = ['general', 'keys'] as const;

/** /admin/settings: the settings of the music library, and the keys of services that make music. The others are command-line options. */
export function SettingsPage() {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const chosen = TABS.find((tab) => tab === search.tab) ?? 'general';
  const settings = useQuery({ ...apiQuery([SETTINGS]), staleTime: 0 });
  return (
    <>
      <PageHeader title={t('admin.settings')} lead={t('admin.settings.lead')} />
      <Tabs
        label={t('admin.settings')}
        value={chosen}
        onChange={(tab) => void navigate({ to: '.', search: { tab }, replace: true })}
        tabs={TABS.map((value) => ({ value, label: t(`admin.settings.tab.${value}`) }))}
      >
        <QueryView query={settings} skeleton={<Skeleton className="h-96 w-full" />}>
          {(data) => (chosen === 'keys' ? <KeyRows settings={data} /> : <General settings={data} />)}
        </QueryView>
      </Tabs>
    </>
  );
}

const General = ({ settings }: { settings: Settings }) => (
  <>
    <Group id="uploads" title={t('admin.settings.uploads')}>
      <FlagRow name="newAccountsMayUpload" settings={settings} />
      <AmountRow name="maxUploadSize" settings={settings} />
      <AmountRow name="uploadQuota" settings={settings} />
    </Group>
    <Group id="analysis" title={t('admin.settings.analysis')}>
      <FlagRow name="analyseTracks" settings={settings} />
    </Group>
    <Group id="online" title={t('admin.settings.online')} lead={t('admin.settings.onlineLead')}>
      <FlagRow name="askMusicBrainz" settings={settings} />
      <FlagRow name="askCoverArtArchive" settings={settings} />
      <FlagRow name="askLrclib" settings={settings} />
    </Group>
  </>
);

const hintOf = (name: Flag | Amount, { locked }: Settings) => {
  const hint: PlainKey = `admin.settings.${name}Hint`;
  return locked.includes(name) ? `${t(hint)} ${t('admin.settings.locked')}` : t(hint);
};

/** A switch: applied immediately, and reverted if the server refuses. */
function FlagRow({ name, settings }: { name: Flag; settings: Settings }) {
  const save = useSave();
  const saving = save.isPending ? save.variables : undefined;
  return (
    <Switch
      className="py-4"
      label={t(`admin.settings.${name}`)}
      hint={hintOf(name, settings)}
      checked={saving?.[name] ?? settings[name]}
      disabled={save.isPending || settings.locked.includes(name)}
      onChange={({ target }) =>
        save.mutate(
          { [name]: target.checked },
          {
            onError: (error) =>
              toast({ tone: 'danger', title: t('admin.settings.notSaved'), description: messageOf(error, t('ui.loadFailedText')) }),
          },
        )
      }
    />
  );
}

/** A number of megabytes, saved by its button or the enter key. */
function AmountRow({ name, settings }: { name: Amount; settings: Settings }) {
  const [text, setText] = useState<string>();
  const save = useSave();
  const locked = settings.locked.includes(name);
  const value = text ?? String(settings[name]);
  const refusal = save.error instanceof ApiError ? save.error.fieldErrors[name]?.[0] : undefined;
  return (
    <form
      noValidate
      className="flex flex-wrap items-start gap-3 py-4"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ [name]: Number(value) }, { onSuccess: () => setText(undefined) });
      }}
    >
      <div className="min-w-[min(100%,14rem)] max-w-md flex-1">
        <Field
          label={t(`admin.settings.${name}`)}
          hint={hintOf(name, settings)}
          type="number"
          inputMode="numeric"
          min={0}
          value={value}
          disabled={locked}
          error={refusal ?? (save.error ? messageOf(save.error, t('admin.settings.notSaved')) : undefined)}
          onChange={({ target }) => setText(target.value)}
        />
      </div>
      {!locked && (
        <Button
          type="submit"
          variant="secondary"
          className="mt-7" // beside the input, below its label
          aria-label={t('admin.settings.save', { name: t(`admin.settings.${name}`) })}
          pending={save.isPending}
          disabled={value === '' || Number(value) === settings[name]}
        >
          {t('admin.settings.saveShort')}
        </Button>
      )}
    </form>
  );
}
