import { useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { t } from '@/i18n/radio';
import { COUNTRIES, countryLabel } from '@/things/station/countries';
import { IconButton } from '@/ui/icon-button';
import { Select } from '@/ui/select';
import { genresQuery, type StationFilter } from './queries';

type FilterBarProps = { filter: StationFilter; onChange: (change: Partial<StationFilter>) => void };

/** Search, country and genre. */
export function FilterBar({ filter, onChange }: FilterBarProps) {
  const genres = useQuery(genresQuery).data ?? [];
  const input = useRef<HTMLInputElement>(null);
  const countries = filter.country === '' || COUNTRIES.some((name) => name === filter.country) ? COUNTRIES : [...COUNTRIES, filter.country];
  return (
    <search className="mb-6 flex flex-wrap items-center gap-3">
      <div className="relative basis-full sm:max-w-md sm:flex-1 sm:basis-64">
        <Search size={18} aria-hidden className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-fg-muted" />
        <input
          ref={input}
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          aria-label={t('radio.search')}
          placeholder={t('radio.search')}
          value={filter.q}
          onChange={({ target }) => onChange({ q: target.value })}
          className="h-10 w-full rounded-full border border-control-line bg-surface pr-11 pl-11 text-base transition hit [&::-webkit-search-cancel-button]:hidden placeholder:text-fg-muted hover:border-fg-muted"
        />
        {filter.q !== '' && (
          <IconButton
            icon={X}
            label={t('radio.searchClear')}
            tooltip={false}
            size="sm"
            className="absolute top-1/2 right-1.5 -translate-y-1/2"
            onClick={() => {
              onChange({ q: '' });
              input.current?.focus();
            }}
          />
        )}
      </div>
      <Select
        label={t('radio.country')}
        value={filter.country}
        onChange={(country) => onChange({ country })}
        options={[{ value: '', label: t('radio.allCountries') }, ...countries.map((name) => ({ value: name, label: countryLabel(name) }))]}
        className="max-sm:min-w-0 max-sm:flex-1"
      />
      <Select
        label={t('radio.genre')}
        value={filter.genre}
        onChange={(genre) => onChange({ genre })}
        options={[{ value: '', label: t('radio.allGenres') }, ...genres.map(({ name }) => ({ value: name, label: name }))]}
        className="max-sm:min-w-0 max-sm:flex-1"
      />
    </search>
  );
}
