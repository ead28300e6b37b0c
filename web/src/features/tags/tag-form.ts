import type { Track, TrackDetail } from '@/api/types';

/** The tags that can be edited, in the order of the form. */
export const TEXTS = ['title', 'artist', 'album', 'albumArtist', 'genre', 'composer'] as const;
export const NUMBERS = ['year', 'track', 'trackTotal', 'disc', 'discTotal', 'bpm'] as const;

type Text = (typeof TEXTS)[number];
type Numeric = (typeof NUMBERS)[number];
/** The values of the fields. */
export type TagForm = Record<Text | Numeric, string>;
/** The changes to send. An empty text and 0 remove a tag. */
export type TagChange = Partial<Record<Text, string> & Record<Numeric, number>>;

const number = (n: number | null | undefined) => (n ? String(n) : '');

/** The current tags of a song. Several artists, genres or composers are separated by semicolons. */
export const formOf = (track: TrackDetail): TagForm => ({
  title: track.title,
  artist: track.artists.map(({ name }) => name).join('; '),
  album: track.album,
  albumArtist: track.albumArtists.map(({ name }) => name).join('; '),
  genre: track.genres.join('; '),
  composer: track.composers.map(({ name }) => name).join('; '),
  year: number(track.year),
  track: number(track.number),
  trackTotal: number(track.trackTotal),
  disc: number(track.disc),
  discTotal: number(track.discTotal),
  bpm: number(track.tagBpm),
});

/** The fields that lists return for several songs. */
const LISTED: Partial<Record<keyof TagForm, (track: Track) => string>> = {
  artist: (track) => track.artist,
  album: (track) => track.album,
  albumArtist: (track) => track.albumArtist,
  genre: (track) => track.genre,
  year: (track) => number(track.year),
  disc: (track) => number(track.disc),
};

/** The values of a field of several songs with the number of songs, most songs first; undefined if lists do not have it. */
export function valuesOf(tracks: readonly Track[], name: keyof TagForm): [value: string, songs: number][] | undefined {
  const of = LISTED[name];
  if (!of) return undefined;
  const counts = new Map<string, number>();
  for (const track of tracks) counts.set(of(track), (counts.get(of(track)) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}

/** What a field of several songs says in place of a value: that they differ, or that nobody knows; undefined if they have one value. */
export function placeholderOf(tracks: readonly Track[], name: keyof TagForm): 'tags.mixed' | 'tags.unchanged' | undefined {
  const values = valuesOf(tracks, name);
  if (!values) return 'tags.unchanged';
  return values.length > 1 ? 'tags.mixed' : undefined;
}

/** The first number of songs that are numbered in order: a whole number from 1; undefined for anything else. */
export function firstNumber(text: string): number | undefined {
  const n = Number(text.trim());
  return Number.isInteger(n) && n >= 1 && n <= 9499 ? n : undefined;
}

/** The common values of several songs; a field in which they differ is empty. */
export function commonOf(tracks: readonly Track[]): TagForm {
  const same = (of: (track: Track) => string) => {
    const [first = '', ...others] = new Set(tracks.map(of));
    return others.length === 0 ? first : '';
  };
  return {
    title: '',
    artist: same((track) => track.artist),
    album: same((track) => track.album),
    albumArtist: same((track) => track.albumArtist),
    genre: same((track) => track.genre),
    composer: '',
    year: same((track) => number(track.year)),
    track: '',
    trackTotal: '',
    disc: same((track) => number(track.disc)),
    discTotal: '',
    bpm: '',
  };
}

/** Fields that are emptied although they show no value, because several songs have different ones. */
export type Emptied = ReadonlySet<keyof TagForm>;

/** The changed fields. */
export function changes(before: TagForm, after: TagForm, emptied: Emptied = new Set()): TagChange {
  const change: TagChange = {};
  const isChanged = (name: keyof TagForm) => emptied.has(name) || after[name].trim() !== before[name];
  for (const name of TEXTS) if (isChanged(name)) change[name] = after[name].trim();
  for (const name of NUMBERS) if (isChanged(name)) change[name] = numberIn(after[name]);
  return change;
}

/** An empty field is 0: no number. */
const numberIn = (text: string) => Number(text.trim().replace(',', '.'));

/** The number fields with invalid values. */
export const wrongNumbers = (form: TagForm): (typeof NUMBERS)[number][] => NUMBERS.filter((name) => Number.isNaN(numberIn(form[name])));
