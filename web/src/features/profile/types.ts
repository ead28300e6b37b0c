import type { Track, User } from '@/api/types';

/** JSON of the profile endpoints, by hand until the schema has them. */

/** Who a person is, in their own words. */
export type Person = Pick<User, 'id' | 'bio' | 'location' | 'website' | 'profileImageUrl'> & { name: string; joinedAt: string };

/** What others may see of a person. */
export type PublicProfile = Person & {
  /** Only the person and the operator see the page then. */
  isPrivate: boolean;
  isSelf: boolean;
  /** The newest likes, of those the reader may hear. */
  likedSongs: Track[];
};

export type ListenerStats = {
  likedSongs: number;
  /** Absent on a server that knows no playlists. */
  playlists?: number;
  /** In the last seven days. */
  listenedSeconds: number;
};

export type Activity = { kind: string; at: string; track?: Track | null };
