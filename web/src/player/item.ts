/** What the player needs to play something: a track, later a mix or a station. */
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
};

/** Anything that can be handed to the player; a track of the API fits. */
export type Playable = PlayerItem & Partial<ItemDetails>;

/** Where the items came from: «Next from {title}». */
export type PlayContext = {
  /** album, artist, playlist, search, …; items of one album are never crossfaded. */
  kind: string;
  title: string;
  href?: string;
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

export function toDetails(from: Partial<ItemDetails>): ItemDetails {
  return {
    album: from.album ?? '',
    albumId: from.albumId ?? null,
    artistId: from.artistId ?? null,
    disc: from.disc ?? 0,
    number: from.number ?? 0,
    hasLyrics: from.hasLyrics ?? false,
  };
}
