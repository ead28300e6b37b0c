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

/** Whether several songs differ in a field, as far as is known. */
export function differ(tracks: readonly Track[], name: keyof TagForm): boolean {
  const of = LISTED[name];
  return of === undefined || new Set(tracks.map(of)).size > 1;
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

/** The changed fields. */
export function changes(before: TagForm, after: TagForm): TagChange {
  const change: TagChange = {};
  for (const name of TEXTS) if (after[name].trim() !== before[name]) change[name] = after[name].trim();
  for (const name of NUMBERS) if (after[name].trim() !== before[name]) change[name] = numberIn(after[name]);
  return change;
}

/** An empty field is 0: no number. */
const numberIn = (text: string) => Number(text.trim().replace(',', '.'));

/** The number fields with invalid values. */
export const wrongNumbers = (form: TagForm): (typeof NUMBERS)[number][] => NUMBERS.filter((name) => Number.isNaN(numberIn(form[name])));
