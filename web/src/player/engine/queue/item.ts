import { seedOf } from '@/lib/art';

/** What the player needs to play something: a track, a station, an episode, a mix. */
export type PlayerItem = {
  id: string;
  title: string;
  artist: string;
  audioUrl: string;
  coverImageUrl: string | null;
  /** Seconds; 0 when unknown. */
  duration: number;
};

/** What the queue keeps beside the item: where its links lead and where it lies on its album. */
export type ItemDetails = {
  album: string;
  albumId: string | null;
  artistId: string | null;
  disc: number;
  number: number;
  hasLyrics: boolean;
  genre: string;
  /** Of the file: mp3, flac, alac, …; '' when unknown. */
  format: string;
  /** kbit/s; 0 when unknown. */
  bitrate: number;
  /** Hz. */
  sampleRate: number;
  /** The exact length at the sample rate; 0 when unknown. */
  samples: number;
  /** Whether endless playing put it there, and nobody asked for it. */
  endless: boolean;
  /** Whether it is a station: it has no beginning and no end. */
  live: boolean;
  /** The podcast it is an episode of; '' for none. */
  podcastId: string;
  /** A DJ mix; an automix or a generation that only its owner hears; '' for anything else. */
  mix: 'published' | 'automix' | 'generation' | '';
  /** What a station is sent in beside MP3. */
  streams: readonly string[];
  isAiGenerated: boolean;
  /** The seed of the generated art; '' for that of the album or the title. */
  coverSeed: string;
};

/** Anything that can be handed to the player; a track of the API fits. */
export type Playable = PlayerItem & Told;

/** The details as the API tells them: what is not known is null. */
type Told = { [Name in keyof ItemDetails]?: ItemDetails[Name] | null };

/** Whether a track has a file, and an entry of a playlist a track that the person may hear. */
export const isPlayable = <T extends { isMissing: boolean; available?: boolean }>(track: T | undefined): track is T =>
  track !== undefined && !track.isMissing && track.available !== false;

/** The source of the items, shown as “Next from {title}”. */
export type PlayContext = {
  /** album, artist, playlist, search, …; items of one album are never crossfaded. */
  kind: string;
  title: string;
  href?: string;
  /** The rest of a list that is longer than the queue: more.ts loads its pages as the queue runs out. */
  more?: MoreTracks;
};

/** A list on the server, read in pages from an offset (`at`), in its own order or with `sort=random&seed=` in a random one. */
export type MoreTracks = {
  /** The address with its filters, but without `at` and `limit`. */
  path: string;
  /** The offset of the next page in the current order of the queue, from 0. */
  next?: number;
  /** Whether the current order of the queue has reached the end of the list. */
  done?: boolean;
  /** The seed of the current random order; undefined in the list's own order. */
  seed?: number;
  /** The offset at which the list's own order resumes when shuffle is turned off. */
  ownOrderOffset?: number;
};

export type QueueItem = {
  /** Unique in its queue, so that one track can lie in it twice. */
  readonly uid: string;
  readonly track: PlayerItem;
  readonly details: ItemDetails;
  readonly source: 'user' | 'context';
};

/** The item alone, without anything else its source carries. */
export function toPlayerItem({ id, title, artist, audioUrl, coverImageUrl, duration }: PlayerItem): PlayerItem {
  return { id, title, artist, audioUrl, coverImageUrl, duration };
}

/** The seed of the generated art of an item. */
export const coverSeedOf = ({ track, details }: Pick<QueueItem, 'track' | 'details'>) =>
  details.coverSeed || seedOf({ album: details.album, title: track.title });

/** Seconds, to the sample where the file tells. */
export const lengthOf = ({ track, details }: QueueItem) =>
  details.samples > 0 && details.sampleRate > 0 ? details.samples / details.sampleRate : track.duration;

export function toDetails(from: Told): ItemDetails {
  return {
    album: from.album ?? '',
    albumId: from.albumId ?? null,
    artistId: from.artistId ?? null,
    disc: from.disc ?? 0,
    number: from.number ?? 0,
    hasLyrics: from.hasLyrics ?? false,
    genre: from.genre ?? '',
    format: from.format ?? '',
    bitrate: from.bitrate ?? 0,
    sampleRate: from.sampleRate ?? 0,
    samples: from.samples ?? 0,
    endless: from.endless ?? false,
    live: from.live ?? false,
    podcastId: from.podcastId ?? '',
    mix: from.mix ?? '',
    streams: from.streams ?? [],
    isAiGenerated: from.isAiGenerated ?? false,
    coverSeed: from.coverSeed ?? '',
  };
}
