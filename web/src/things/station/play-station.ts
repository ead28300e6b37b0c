import { useQueryClient } from '@tanstack/react-query';
import { RADIOS, stationQuery } from '@/api/stations';
import type { Station } from '@/api/types';
import { t } from '@/i18n/radio';
import type { Playable } from '@/player/engine/queue/item';
import { usePlayer } from '@/player/view/use-player';
import type { PlayState } from '@/things/play/playback';
import { toast } from '@/ui/toast/toast-store';

type Played = Pick<Station, 'id' | 'name' | 'description' | 'listenUrl' | 'logoUrl' | 'formats' | 'mode' | 'genre'>;

/** A station as a player item. */
export const stationItem = ({ id, name, description, listenUrl, logoUrl, formats, mode }: Played): Playable => ({
  id,
  title: name,
  artist: description || t('nav.radio'),
  audioUrl: listenUrl,
  coverImageUrl: logoUrl,
  duration: 0,
  live: true,
  streams: mode === 'relay' ? [] : formats.filter((format) => format !== 'mp3'), // a relay is not re-encoded
});

export const stationContext = ({ id, name }: Pick<Station, 'id' | 'name'>) => ({ kind: 'station', title: name, href: `/radios/${id}` });

/** Whether the station is on air or starts with its first listener, as AutoDJ stations and relays do. */
const mayPlay = ({ isLive, problem, mode }: Station) => isLive || (problem === '' && mode !== 'live');

/** Whether a station is playing here, and how to start and pause it. A station that is off air does not start and shows why. */
export function usePlayStation(station: Station): { state: PlayState; toggle: () => void } {
  const player = usePlayer();
  const client = useQueryClient();
  const loaded = player.isCurrent(station.id);
  const state = !loaded ? ('stopped' as const) : player.isPlaying ? ('playing' as const) : ('paused' as const);
  const play = (on: Station) => player.play([stationItem(on)], 0, stationContext(on));
  const toggle = async () => {
    if (loaded) return player.toggle();
    if (mayPlay(station)) return play(station);
    // The known state may be outdated.
    const now = await client.fetchQuery({ ...stationQuery(station.id), staleTime: 0 }).catch(() => station);
    if (mayPlay(now)) {
      void client.invalidateQueries({ queryKey: [RADIOS] });
      play(now);
    } else toast({ title: t('station.off', { name: now.name }), description: now.problem || t('station.offText') });
  };
  return { state, toggle: () => void toggle() };
}
