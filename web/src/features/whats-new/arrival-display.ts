import type { Arrival } from '@/api/types';
import { t } from '@/i18n/history';
import { seedOf } from '@/lib/art';

/** The display of a new item in a list of many kinds. */
export type ArrivalDisplay = { key: string; title: string; by: string; cover: string | null; seed: string; href: string; details: string };

/** The display of an arrival; null if its item is missing. */
export function displayOf({ kind, track, album, station, mix, playlist }: Arrival): ArrivalDisplay | null {
  const shared = (id: string, title: string) => ({ key: `${kind}-${id}`, title, details: '' });
  if (track) {
    return {
      ...shared(track.id, track.title),
      by: track.artist,
      cover: track.coverImageUrl,
      seed: seedOf(track),
      href: `/tracks/${track.id}`,
    };
  }
  if (album) {
    const details = t('news.songs', { n: album.trackCount });
    return {
      ...shared(album.id, album.title),
      by: album.artist,
      cover: album.coverImageUrl,
      seed: album.title,
      href: `/albums/${album.id}`,
      details,
    };
  }
  if (playlist) {
    const by = playlist.owner;
    return { ...shared(playlist.id, playlist.name), by, cover: playlist.coverUrl, seed: playlist.name, href: `/playlists/${playlist.id}` };
  }
  if (mix) return { ...shared(mix.id, mix.title), by: mix.djName, cover: mix.coverImageUrl, seed: mix.title, href: `/mixes/${mix.id}` };
  if (station)
    return {
      ...shared(station.id, station.name),
      by: station.genre,
      cover: station.logoUrl,
      seed: station.name,
      href: `/radios/${station.id}`,
    };
  return null;
}
