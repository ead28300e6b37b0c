import { useQuery } from '@tanstack/react-query';
import { ChevronDown, X } from 'lucide-react';
import { t } from '@/i18n/search';
import { cn } from '@/lib/cn';
import { Button } from '@/ui/button';
import { useMenuButton } from '@/ui/menu/menu-button';
import { isFiltered, type SearchFilter, yearChoices, yearsText } from './filter';
import { genresQuery } from './queries';

type FilterChipsProps = { filter: SearchFilter; onChange: (filter: SearchFilter) => void };

/** Maximum genres in a menu; rarer ones can be typed. */
const MAX_GENRES = 40;

/** The filters of a search as chips: each opens its choices, and a set one can be removed. */
export function FilterChips({ filter, onChange }: FilterChipsProps) {
  const genres = useQuery(genresQuery).data ?? [];
  const { genre, ...years } = filter;
  const ofYears = yearsText(filter);
  const without = (names: readonly (keyof SearchFilter)[]) =>
    onChange(Object.fromEntries(Object.entries(filter).filter(([name]) => !names.includes(name as keyof SearchFilter))));
  const common = [...genres].sort((a, b) => b.trackCount - a.trackCount).slice(0, MAX_GENRES);
  return (
    <ul aria-label={t('search.filters')} className="mb-4 flex flex-wrap items-center gap-2">
      {(common.length > 0 || genre) && (
        <Chip
          name={t('search.filter.genre')}
          value={genre}
          onDrop={() => without(['genre'])}
          choices={common.map(({ name }) => ({ label: name, onSelect: () => onChange({ ...years, genre: name }) }))}
        />
      )}
      <Chip
        name={t('search.filter.year')}
        value={ofYears}
        onDrop={() => without(['yearFrom', 'yearTo'])}
        choices={yearChoices().map((choice) => ({
          label: yearsText(choice) ?? '',
          onSelect: () => onChange({ ...(genre && { genre }), ...choice }),
        }))}
      />
      {isFiltered(filter) && (
        <li>
          <Button variant="ghost" size="sm" onClick={() => onChange({})}>
            {t('search.filter.clear')}
          </Button>
        </li>
      )}
    </ul>
  );
}

type Choice = { label: string; onSelect: () => void };

function Chip({ name, value, choices, onDrop }: { name: string; value?: string; choices: Choice[]; onDrop: () => void }) {
  const menu = useMenuButton(name, () => choices);
  return (
    <li
      className={cn(
        'inline-flex h-8 items-center rounded-full border text-sm transition',
        value ? 'border-accent bg-surface-2 font-semibold' : 'border-control-line hover:border-fg-muted',
      )}
    >
      <button type="button" className="hit inline-flex h-full max-w-60 items-center gap-1.5 rounded-full px-3.5" {...menu}>
        {value && <span className="sr-only">{name}: </span>}
        <span className="truncate">{value ?? name}</span>
        {!value && <ChevronDown size={14} aria-hidden className="shrink-0 text-fg-muted" />}
      </button>
      {value && (
        <button
          type="button"
          aria-label={t('search.filter.drop', { name: value })}
          onClick={onDrop}
          className="hit -ml-2.5 mr-1 grid size-6 shrink-0 place-items-center rounded-full text-fg-muted hover:bg-line hover:text-fg"
        >
          <X size={14} aria-hidden />
        </button>
      )}
    </li>
  );
}
