import { useQuery } from '@tanstack/react-query';
import { messageOf } from '@/api/error';
import { apiQuery } from '@/api/query-client';
import { t } from '@/i18n/admin';
import { Field } from '@/ui/field';
import { Group, Row } from '@/ui/group';
import { Select } from '@/ui/select';
import { TextArea } from '@/ui/text-area';
import { toast } from '@/ui/toast/toast-store';
import { hintOf, SettingRow } from './setting-row';
import { type Settings, useSave } from './use-save';

const AMOUNTS = { aiAutoApprove: 0.1, aiMonthlyBudget: 1, aiPersonBudget: 1 } as const; // steps of the arrows
type Amount = keyof typeof AMOUNTS;

/** Who makes music for members, which of it needs no review, what it may cost and contain. */
export const AIRows = ({ settings }: { settings: Settings }) => (
  <Group id="ai" title={t('admin.settings.ai')}>
    <ProviderRow settings={settings} />
    <AmountRow name="aiAutoApprove" settings={settings} />
    <AmountRow name="aiMonthlyBudget" settings={settings} />
    <AmountRow name="aiPersonBudget" settings={settings} />
    <WordsRow settings={settings} />
  </Group>
);

/** Chooses among the providers that are set up; applied at once. */
function ProviderRow({ settings: { aiProvider, locked } }: { settings: Settings }) {
  const providers = useQuery(apiQuery(['/api/ai/providers'])).data?.items ?? [];
  const save = useSave();
  const isLocked = locked.includes('aiProvider');
  const options = providers.map(({ name, label }) => ({ value: name, label: name === 'built-in' ? t('admin.settings.builtIn') : label }));
  if (!options.some(({ value }) => value === aiProvider))
    options.push({ value: aiProvider, label: t('admin.settings.notSetUp', { provider: aiProvider }) });
  return (
    <Row label={t('admin.settings.aiProvider')} hint={hintOf(t('admin.settings.aiProviderHint'), isLocked)}>
      <Select
        label={t('admin.settings.aiProvider')}
        value={(save.isPending && save.variables.aiProvider) || aiProvider}
        options={options}
        disabled={isLocked || save.isPending}
        onChange={(provider) =>
          save.mutate(
            { aiProvider: provider },
            {
              onError: (error) =>
                toast({ tone: 'danger', title: t('admin.settings.notSaved'), description: messageOf(error, t('ui.loadFailedText')) }),
            },
          )
        }
      />
    </Row>
  );
}

const AmountRow = ({ name, settings }: { name: Amount; settings: Settings }) => (
  <SettingRow name={name} settings={settings} hint={t(`admin.settings.${name}Hint`)} saved={String(settings[name])} read={Number} needsText>
    {(input) => <Field type="number" inputMode="decimal" min={0} step={AMOUNTS[name]} {...input} />}
  </SettingRow>
);

const WordsRow = ({ settings }: { settings: Settings }) => (
  <SettingRow
    name="aiBlockedWords"
    settings={settings}
    hint={t('admin.settings.aiBlockedWordsHint')}
    saved={settings.aiBlockedWords.join('\n')}
    read={wordsIn}
  >
    {(input) => <TextArea rows={5} spellCheck={false} {...input} />}
  </SettingRow>
);

const wordsIn = (text: string) =>
  text
    .split('\n')
    .map((word) => word.trim())
    .filter(Boolean);
