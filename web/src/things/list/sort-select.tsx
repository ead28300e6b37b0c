import { t } from '@/i18n/browse';
import { Select } from '@/ui/select';

const NAMES = {
  newest: 'library.sortNewest',
  added: 'library.sortAddedFirst',
  title: 'library.sortTitle',
  '-title': 'library.sortTitleDown',
  artist: 'library.sortArtist',
  '-artist': 'library.sortArtistDown',
  album: 'library.sortAlbum',
  year: 'library.sortYear',
  '-year': 'library.sortYearNew',
  '-duration': 'library.sortLong',
  duration: 'library.sortShort',
  '-plays': 'library.sortPlays',
  '-rating': 'library.sortRating',
  bpm: 'library.sortTempo',
  key: 'library.sortKey',
  loudness: 'library.sortLoudness',
  '-energy': 'library.sortEnergy',
} as const;

type Sort = keyof typeof NAMES;
type SortSelectProps<T extends Sort> = { value: T; options: readonly T[]; onChange: (sort: T) => void; first?: string };

/** A select for the sort order. The first order can have its own name, as for liked songs. */
export function SortSelect<T extends Sort>({ value, options, onChange, first }: SortSelectProps<T>) {
  return (
    <Select
      label={t('library.sort')}
      value={value}
      onChange={onChange}
      options={options.map((option, i) => ({ value: option, label: i === 0 && first ? first : t(NAMES[option as Sort]) }))}
    />
  );
}

/** The sort order in the address, or the first one. */
export const sortOf = <T extends string>(options: readonly [T, ...T[]], name: string | undefined): T =>
  options.find((option) => option === name) ?? options[0];
