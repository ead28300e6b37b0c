import { t } from '@/i18n/admin-settings';
import { finds } from '../lists';
import { sectionsAbout } from '../manual/manual';
import { groupsOf, hintOf, labelOf, TABS } from '../settings/fields';
import type { Result } from './result';

/** How many settings, and how many sections of the manual, one search shows. */
const MOST = 5;

/** The settings and the sections of the manual that the words find. */
export function findHelp(words: string): Result[] {
  return [...settingsAbout(words), ...manualAbout(words)];
}

function settingsAbout(words: string): Result[] {
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

const manualAbout = (words: string): Result[] =>
  sectionsAbout(words)
    .slice(0, MOST)
    .map(({ anchor, title }) => ({
      key: `manual ${anchor}`,
      kind: 'operator.kind.manual',
      title,
      detail: '',
      to: '/admin/manual',
      hash: anchor,
    }));
