import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import type { Arrival, Track } from '@/api/types';
import { t } from '@/i18n/history';
import { isPlayable, type PlayContext } from '@/player/engine/queue/item';
import { usePlayer } from '@/player/view/use-player';
import { stationContext, stationItem } from '@/things/station/play-station';
import { toast } from '@/ui/toast/toast-store';

/** How many entries of a playlist are loaded first. */
const FIRST = 500;

/** The tracks of an arrival and their source. Null if it has no tracks. */
async function contentOf({ track, album, playlist }: Arrival): Promise<{ tracks: Track[]; context: PlayContext } | null> {
  if (track) return { tracks: [track], context: { kind: 'list', title: t('nav.whatsNew'), href: '/whats-new' } };
  if (album) {
    const { tracks } = await request(`/api/albums/${album.id}`);
    return { tracks, context: { kind: 'album', title: album.title, href: `/albums/${album.id}` } };
  }
  if (!playlist) return null;
  const tracks = await request(`/api/playlists/${playlist.id}/tracks`, { query: { limit: FIRST } });
  return { tracks, context: { kind: 'playlist', title: playlist.name, href: `/playlists/${playlist.id}` } };
}

/** Whether it can be played from a list. */
export const canPlay = ({ kind, station }: Arrival) =>
  kind === 'track' || kind === 'album' || kind === 'playlist' || (station?.isLive ?? false);

/** Plays all of a new item. */
export function usePlayArrival(): (arrival: Arrival) => Promise<void> {
  const player = usePlayer();
  return async (arrival) => {
    const { station } = arrival;
    if (station) return player.play([stationItem(station)], 0, stationContext(station));
    try {
      const content = await contentOf(arrival);
      const tracks = content?.tracks.filter(isPlayable) ?? [];
      if (content && tracks.length > 0) player.play(tracks, 0, content.context);
      else toast({ title: t('news.nothingInside') });
    } catch (error) {
      toast({ tone: 'danger', title: t('news.playFailed'), description: messageOf(error, t('ui.loadFailedText')) });
    }
  };
}
