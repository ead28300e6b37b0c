import type { Playlist, Track } from '@/api/types';
import { seedOf } from '@/lib/art';

/** Something a person created. */
export type Project = {
  kind: 'playlist' | 'smart' | 'upload' | 'ai';
  id: string;
  name: string;
  to: string;
  coverUrl: string | null;
  /** The seed of the art that is drawn if it has no picture. */
  seed: string;
  at: string;
  /** Whether it can be continued, and not only opened. */
  isContinued: boolean;
};

/** A person's projects, newest first. */
export function projectsOf(playlists: readonly Playlist[], tracks: readonly Track[]): Project[] {
  return [...playlists.filter(({ isOwner }) => isOwner).map(ofPlaylist), ...tracks.map(ofTrack)].sort((a, b) => b.at.localeCompare(a.at));
}

const ofPlaylist = ({ id, name, kind, coverUrl, updatedAt }: Playlist): Project => ({
  kind: kind === 'smart' ? 'smart' : 'playlist',
  id,
  name,
  to: `/playlists/${id}`,
  coverUrl,
  seed: name,
  at: updatedAt,
  isContinued: true,
});

const ofTrack = ({ id, title, album, isAiGenerated, coverImageUrl, addedAt }: Track): Project => ({
  kind: isAiGenerated ? 'ai' : 'upload',
  id,
  name: title,
  to: `/tracks/${id}`,
  coverUrl: coverImageUrl,
  seed: seedOf({ album, title }),
  at: addedAt,
  isContinued: false,
});
