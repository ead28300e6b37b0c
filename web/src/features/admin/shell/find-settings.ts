import { t } from '@/i18n/admin-settings';
import { finds } from '../lists';
import { groupsOf, hintOf, labelOf, TABS } from '../settings/fields';
import type { Result } from './result';

/** How many settings one search shows. */
const MOST = 5;

/** The settings that the words find, those with the words in their names first. */
export function findSettings(words: string): Result[] {
  const all = TABS.flatMap((tab) => groupsOf(tab).flatMap(({ fields }) => fields.map(({ name }) => ({ tab, name, label: labelOf(name) }))));
  const named = all.filter(({ name, label }) => finds(words, label, name));
  const told = all.filter((one) => !named.includes(one) && finds(words, hintOf(one.name) ?? ''));
  return [...named, ...told].slice(0, MOST).map(({ tab, name, label }) => ({
    key: `setting ${name}`,
    kind: 'operator.kind.setting',
    title: label,
    detail: t(`adminSettings.tab.${tab}`),
    to: '/admin/settings',
    search: { tab },
    hash: name,
  }));
}
