import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { messageOf } from '@/api/error';
import { apiQuery } from '@/api/query-client';
import { t } from '@/i18n/admin';
import { Field } from '@/ui/field';
import { Group } from '@/ui/group';
import { PageHeader } from '@/ui/page-header';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { Switch } from '@/ui/switch';
import { Tabs } from '@/ui/tabs';
import { toast } from '@/ui/toast/toast-store';
import { AIRows } from './ai-rows';
import { KeyRows } from './key-rows';
import { hintOf, SettingRow } from './setting-row';
import { SETTINGS, type Settings, useSave } from './use-save';

type Flag = 'newAccountsMayUpload' | 'analyseTracks' | 'askMusicBrainz' | 'askCoverArtArchive' | 'askLrclib';
type Amount = 'maxUploadSize' | 'uploadQuota';

const TABS = ['general', 'keys'] as const;

/** /admin/settings: the settings of the music library and of AI music, with the keys of its services. The others are command-line options. */
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
          {(data) => (chosen === 'keys' ? <AIMusic settings={data} /> : <General settings={data} />)}
        </QueryView>
      </Tabs>
    </>
  );
}

const AIMusic = ({ settings }: { settings: Settings }) => (
  <>
    <AIRows settings={settings} />
    <KeyRows settings={settings} />
  </>
);

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

/** A switch: applied immediately, and reverted if the server refuses. */
function FlagRow({ name, settings }: { name: Flag; settings: Settings }) {
  const save = useSave();
  const saving = save.isPending ? save.variables : undefined;
  const isLocked = settings.locked.includes(name);
  return (
    <Switch
      className="py-4"
      label={t(`admin.settings.${name}`)}
      hint={hintOf(t(`admin.settings.${name}Hint`), isLocked)}
      checked={saving?.[name] ?? settings[name]}
      disabled={save.isPending || isLocked}
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

/** A number of megabytes. */
const AmountRow = ({ name, settings }: { name: Amount; settings: Settings }) => (
  <SettingRow name={name} settings={settings} hint={t(`admin.settings.${name}Hint`)} saved={String(settings[name])} read={Number} needsText>
    {(input) => <Field type="number" inputMode="numeric" min={0} {...input} />}
  </SettingRow>
);
