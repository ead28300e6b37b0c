import { Search } from 'lucide-react';
import { t } from '@/i18n/mixes';

/** The search field above a list of mixes. */
export function MixSearch({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <search className="relative block basis-full sm:max-w-md sm:flex-1 sm:basis-64">
      <Search size={18} aria-hidden className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-fg-muted" />
      <input
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        aria-label={t('mixes.search')}
        placeholder={t('mixes.search')}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        className="h-10 w-full rounded-full border border-control-line bg-surface pr-4 pl-11 text-base transition hit placeholder:text-fg-muted hover:border-fg-muted"
      />
    </search>
  );
}
