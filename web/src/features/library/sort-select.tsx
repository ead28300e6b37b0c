import { t } from '@/i18n/lists';
import { Select } from '@/ui/select';

const NAMES = {
  newest: 'library.sortNewest',
  title: 'library.sortTitle',
  artist: 'library.sortArtist',
  year: 'library.sortYear',
  bpm: 'library.sortTempo',
  key: 'library.sortKey',
  loudness: 'library.sortLoudness',
  '-energy': 'library.sortEnergy',
} as const;

type Sort = keyof typeof NAMES;
type SortSelectProps<T extends Sort> = { value: T; options: readonly T[]; onChange: (sort: T) => void };

export function SortSelect<T extends Sort>({ value, options, onChange }: SortSelectProps<T>) {
  return (
    <Select
      label={t('library.sort')}
      value={value}
      onChange={onChange}
      options={options.map((option) => ({ value: option, label: t(NAMES[option as Sort]) }))}
    />
  );
}

/** The sort the address names, or the first of the possible ones. */
export const sortOf = <T extends string>(options: readonly [T, ...T[]], name: string | undefined): T =>
  options.find((option) => option === name) ?? options[0];
