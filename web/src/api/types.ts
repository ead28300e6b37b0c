/** What the server's JSON looks like. */

type Role = 'listener' | 'creator' | 'admin';

export type User = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  bio: string;
  location: string;
  website: string;
  phoneNumber: string;
  dateOfBirth: string | null;
  isPrivate: boolean;
  emailNotifications: boolean;
  pushNotifications: boolean;
  profileImageUrl: string | null;
  authProvider: string | null;
  createdAt: string;
  role: Role;
};

type ReplayGain = { trackGain: number | null; trackPeak: number | null; albumGain: number | null; albumPeak: number | null };

export type Track = {
  id: string;
  title: string;
  artist: string;
  artistId: string | null;
  album: string;
  albumId: string | null;
  albumArtist: string;
  genre: string;
  year: number | null;
  disc: number;
  number: number;
  /** Seconds, exact to the millisecond. */
  duration: number;
  samples: number;
  sampleRate: number;
  channels: number;
  bitDepth: number;
  /** kbit/s */
  bitrate: number;
  format: string;
  /** Bytes. */
  size: number;
  audioUrl: string;
  coverImageUrl: string | null;
  hasLyrics: boolean;
  isPublic: boolean;
  isAiGenerated: boolean;
  isMissing: boolean;
  plays: number;
  liked: boolean;
  addedAt: string;
  replayGain: ReplayGain | null;
};

export type ArtistRef = { id: string; name: string };

export type TrackDetail = Track & {
  artists: ArtistRef[];
  albumArtists: ArtistRef[];
  composers: ArtistRef[];
  genres: string[];
  trackTotal: number;
  discTotal: number;
  discSubtitle: string;
  compilation: boolean;
  bpm: number | null;
  isrc: string;
  comment: string;
  musicBrainzRecordingId: string;
};

export type Album = {
  id: string;
  title: string;
  artist: string;
  artistId: string | null;
  year: number | null;
  genre: string;
  compilation: boolean;
  coverImageUrl: string | null;
  trackCount: number;
  discCount: number;
  duration: number;
  addedAt: string;
};

/** Tracks in disc and number order. */
export type AlbumDetail = Album & { tracks: Track[] };

export type Artist = { id: string; name: string; sortName: string; albumCount: number; trackCount: number; coverImageUrl: string | null };

/** Tracks most played first, at most 50. */
export type ArtistDetail = Artist & { albums: Album[]; tracks: Track[] };

export type Genre = { name: string; trackCount: number };
export type SearchResults = { tracks: Track[]; albums: Album[]; artists: Artist[] };
export type Lyrics = { kind: 'plain' | 'synced' | null; text: string };
export type Welcome = { greeting: string; timestamp: string };

export type AppConfig = {
  siteName: string;
  siteDescription: string;
  version: string;
  passwordMinLength: number;
  developerPanels: boolean;
  requireSignIn: boolean;
};

export type ScanStatus = {
  id: string;
  state: 'idle' | 'running' | 'finished' | 'cancelled' | 'failed';
  startedAt: string;
  finishedAt: string;
  /** Being read now. */
  folder: string;
  /** Audio files seen so far; final once `walked`. */
  found: number;
  checked: number;
  walked: boolean;
  added: number;
  updated: number;
  moved: number;
  missing: number;
  problems: number;
  error: string;
};

type LibraryStats = {
  tracks: number;
  albums: number;
  artists: number;
  genres: number;
  missing: number;
  problems: number;
  duration: number;
  bytes: number;
};

/** Roots are for admins only, otherwise empty. */
export type LibraryStatus = { stats: LibraryStats; roots: string[]; scan: ScanStatus };

/** A file that is not shown as a song, and why. */
export type Problem = { root: string; path: string; kind: string; reason: string; size: number; seenAt: string };
