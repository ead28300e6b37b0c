import { t } from '@/i18n/admin-settings';
import { fieldOf, isName, labelOf } from './fields';
import { optionLabel } from './setting-field';

/** What a setting was, unless that is not told, and what it is or will be. */
export type Difference = { name: string; before?: string; after: string };

/** A setting as a text for people. */
export function textOf(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return t('adminSettings.empty');
  if (typeof value === 'boolean') return t(value ? 'adminSettings.on' : 'adminSettings.off');
  if (Array.isArray(value)) return value.length === 0 ? t('adminSettings.empty') : value.join(', ');
  return isName(name) && fieldOf(name).kind === 'select' ? optionLabel(String(value)) : String(value);
}

/** What settings were and what they are or will be. */
export function Changes({ list, label }: { list: readonly Difference[]; label: string }) {
  return (
    <dl aria-label={label} className="divide-y divide-line rounded-lg border border-line bg-surface px-4">
      {list.map(({ name, before, after }) => (
        <div key={name} className="py-3">
          <dt className="font-semibold">{labelOf(name)}</dt>
          <dd className="flex flex-wrap gap-x-2 text-sm [overflow-wrap:anywhere]">
            {before !== undefined && (
              <>
                <span className="sr-only">{t('adminSettings.before')}</span>
                <del className="text-fg-muted">{before}</del>
                <span aria-hidden>→</span>
                <span className="sr-only">{t('adminSettings.after')}</span>
              </>
            )}
            <ins className="font-semibold no-underline">{after}</ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}
