import { t } from '@/i18n/admin';
import { Field } from '@/ui/field';
import { Group } from '@/ui/group';
import { TextArea } from '@/ui/text-area';
import { SettingRow } from './setting-row';
import type { Settings } from './use-save';

const KEYS = [
  'sunoApiKey',
  'sunoApiUrl',
  'mubertApiKey',
  'stabilityApiKey',
  'elevenLabsApiKey',
  'aceStepUrl',
  'aceStepApiKey',
] as const satisfies readonly (keyof Settings)[];
type KeyName = (typeof KEYS)[number];

const trimmed = (text: string) => text.trim();

/** The keys and addresses of services that make music, and the template of another one. The server shows secrets masked. */
export const KeyRows = ({ settings }: { settings: Settings }) => (
  <Group id="keys" title={t('admin.settings.keys')} lead={t('admin.settings.keysLead')}>
    {KEYS.map((name) => (
      <KeyRow key={name} name={name} settings={settings} />
    ))}
    <TemplateRow settings={settings} />
  </Group>
);

// The server keeps a key if it gets an empty one; an empty address is none.
function KeyRow({ name, settings }: { name: KeyName; settings: Settings }) {
  const isKey = name.endsWith('Key');
  const saved = settings[name];
  return (
    <SettingRow name={name} settings={settings} saved={saved} read={trimmed} needsText={isKey} removable={isKey && saved !== ''}>
      {(input) => <Field autoComplete="off" spellCheck={false} {...input} />}
    </SettingRow>
  );
}

/** The template of a service that Sonora does not know. A saved one would be a page of asterisks, so the input is empty. */
const TemplateRow = ({ settings }: { settings: Settings }) => (
  <SettingRow
    name="aiHttpProvider"
    settings={settings}
    hint={t(settings.aiHttpProvider ? 'admin.settings.aiHttpProviderSaved' : 'admin.settings.aiHttpProviderHint')}
    saved=""
    read={trimmed}
    needsText
    removable={settings.aiHttpProvider !== ''}
  >
    {(input) => <TextArea className="font-mono text-sm" rows={6} spellCheck={false} {...input} />}
  </SettingRow>
);
