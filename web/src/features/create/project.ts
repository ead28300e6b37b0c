import type { Mix, Playlist, Track } from '@/api/types';
import { seedOf } from '@/lib/art';

/** Something a person created. */
export type Project = {
  kind: 'playlist' | 'smart' | 'upload' | 'ai' | 'mix';
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

type Made = { playlists: readonly Playlist[]; tracks: readonly Track[]; mixes: readonly Mix[] };

/** A person's projects, newest first. */
export function projectsOf({ playlists, tracks, mixes }: Made): Project[] {
  const sounds = new Set(mixes.map(soundOf)); // a mix with the sound of an upload is listed once, as a mix
  return [
    ...playlists.filter(({ isOwner }) => isOwner).map(ofPlaylist),
    ...tracks.filter((track) => !sounds.has(soundOf(track))).map(ofTrack),
    ...mixes.map(ofMix),
  ].sort((a, b) => b.at.localeCompare(a.at));
}

/** What a mix and the track of its sound have in common. */
const soundOf = ({ title, duration }: Pick<Track, 'title' | 'duration'>) => `${duration} ${title}`;

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

const ofMix = ({ id, title, coverImageUrl, createdAt }: Mix): Project => ({
  kind: 'mix',
  id,
  name: title,
  to: `/mixes/${id}`,
  coverUrl: coverImageUrl,
  seed: title,
  at: createdAt,
  isContinued: false,
});
