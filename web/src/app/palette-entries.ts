import type { QueryClient } from '@tanstack/react-query';
import { Disc3, type LucideIcon, MicVocal, Music2, Radio, User } from 'lucide-react';
import { request } from '@/api/client';
import type { Album, Artist, Playlist, SearchResults, Track } from '@/api/types';
import type { PlainKey } from '@/i18n/commands';
import { seedOf } from '@/lib/art';
import { isPlayable, type Playable, type PlayContext } from '@/player/engine/queue/item';
import { albumQuery } from '@/things/album/queries';
import { mixContext, mixItem } from '@/things/mix/mix-card';
import { isOwnSound } from '@/things/mix/own-sound';
import { contextOf, loadEntries } from '@/things/playlist/play-entries';
import { stationContext, stationItem } from '@/things/station/play-station';
import type { CommandContext } from './commands';

/** A result from the library in the palette. */
export type Entry = {
  id: string;
  title: string;
  detail: string;
  /** Its picture, and the seed of the art that is drawn without one. People have an icon instead. */
  picture?: { url: string | null; seed: string };
  icon: LucideIcon;
  /** Runs on Enter; opens the page if there is nothing to play. */
  play?: () => unknown;
  /** Runs with the modifier key. */
  open?: () => void;
};

export type EntryGroup = { label: PlainKey; entries: Entry[] };

/** Per kind. */
const MAX_RESULTS = { tracks: 5, albums: 3, artists: 3, playlists: 3, stations: 2, mixes: 2, people: 3 } as const;
const MAX_PLAYED = 200;

/** The results of a search as lines that play and open. */
export function entriesOf(found: SearchResults, q: string, { engine, go }: CommandContext, client: QueryClient): EntryGroup[] {
  const start = (items: readonly Playable[], index: number, context: PlayContext) => {
    if (items.length > 0) engine.playNow(items, index, context);
  };
  const tracks = found.tracks.filter(isPlayable);
  const searched: PlayContext = { kind: 'search', title: q, href: `/search?q=${encodeURIComponent(q)}` };

  const ofTrack = (track: Track): Entry => ({
    id: `track:${track.id}`,
    title: track.title,
    detail: [track.artist, track.album].filter(Boolean).join(' · '),
    picture: { url: track.coverImageUrl, seed: seedOf(track) },
    icon: Music2,
    play: () => start(tracks, tracks.indexOf(track), searched),
    open: () => go(`/tracks/${track.id}`),
  });
  const ofAlbum = (album: Album): Entry => ({
    id: `album:${album.id}`,
    title: album.title,
    detail: [album.artist, album.year].filter(Boolean).join(' · '),
    picture: { url: album.coverImageUrl, seed: album.title },
    icon: Disc3,
    play: async () =>
      start((await client.fetchQuery(albumQuery(album.id))).tracks.filter(isPlayable), 0, {
        kind: 'album',
        title: album.title,
        href: `/albums/${album.id}`,
      }),
    open: () => go(`/albums/${album.id}`),
  });
  const ofArtist = (artist: Artist): Entry => ({
    id: `artist:${artist.id}`,
    title: artist.name,
    detail: '',
    picture: { url: artist.coverImageUrl, seed: artist.name },
    icon: MicVocal,
    play: async () =>
      start((await request('/api/tracks', { query: { artist: artist.id, limit: MAX_PLAYED } })).filter(isPlayable), 0, {
        kind: 'artist',
        title: artist.name,
        href: `/artists/${artist.id}`,
      }),
    open: () => go(`/artists/${artist.id}`),
  });
  const ofPlaylist = (playlist: Playlist): Entry => ({
    id: `playlist:${playlist.id}`,
    title: playlist.name,
    detail: playlist.owner.name,
    picture: { url: playlist.coverUrl, seed: playlist.name },
    icon: Music2,
    play: async () => start((await loadEntries(playlist.id)()).tracks.filter(isPlayable), 0, contextOf(playlist)),
    open: () => go(`/playlists/${playlist.id}`),
  });

  const groups: EntryGroup[] = [
    { label: 'command.group.tracks', entries: tracks.slice(0, MAX_RESULTS.tracks).map(ofTrack) },
    { label: 'command.group.albums', entries: found.albums.slice(0, MAX_RESULTS.albums).map(ofAlbum) },
    { label: 'command.group.artists', entries: found.artists.slice(0, MAX_RESULTS.artists).map(ofArtist) },
    { label: 'command.group.playlists', entries: found.playlists.slice(0, MAX_RESULTS.playlists).map(ofPlaylist) },
    {
      label: 'command.group.stations',
      entries: found.stations.slice(0, MAX_RESULTS.stations).map((station) => ({
        id: `station:${station.id}`,
        title: station.name,
        detail: station.genre,
        picture: { url: station.logoUrl, seed: station.name },
        icon: Radio,
        play: station.isLive ? () => start([stationItem(station)], 0, stationContext(station)) : undefined,
        open: () => go(`/radios/${station.id}`),
      })),
    },
    {
      label: 'command.group.mixes',
      entries: found.mixes.slice(0, MAX_RESULTS.mixes).map((mix) => ({
        id: `mix:${mix.id}`,
        title: mix.title,
        detail: mix.djName,
        picture: { url: mix.coverImageUrl, seed: mix.title },
        icon: Disc3,
        play: isOwnSound(mix.audioUrl) ? () => start([mixItem(mix)], 0, mixContext(mix)) : undefined,
        open: () => go(`/mixes/${mix.id}`),
      })),
    },
    {
      label: 'command.group.people',
      entries: found.people.slice(0, MAX_RESULTS.people).map((person) => ({
        id: `person:${person.id}`,
        title: person.name,
        detail: '',
        icon: User,
        open: () => go(`/users/${person.id}`),
      })),
    },
  ];
  return groups.filter(({ entries }) => entries.length > 0);
}
