import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { useStationEvents } from '@/api/station-events';
import { rewindQuery, stationQuery } from '@/api/stations';
import type { Rewind } from '@/api/types';
import { t } from '@/i18n/radio';
import { rewound } from '@/player/engine/live';
import type { QueueItem } from '@/player/engine/queue/item';
import { toast } from '@/ui/toast/toast-store';
import { useEngine, usePlayerState } from './use-player';

/** While a station is loaded: keeps the player informed of what it plays, and reconnects when it is back on air. */
export function LiveEffects({ item }: { item: QueueItem }) {
  const engine = useEngine();
  const { id } = item.track;
  const station = useQuery({ ...stationQuery(id), staleTime: 5000 }).data;
  const past = usePastTrack(id);
  useStationEvents();

  const { now, problem = '', isLive } = station ?? {};
  const { title, artist } = past ?? now ?? { title: '', artist: '' };
  const trackId = past?.trackId ?? (!past && now?.track ? now.trackId : null); // visitors do not see songs of the library
  const cover = past ? trackId && `/api/tracks/${trackId}/cover` : now?.coverUrl;
  useEffect(() => {
    engine.describe(item.uid, { title, artist, coverImageUrl: cover || null, trackId, problem });
  }, [engine, item.uid, title, artist, cover, trackId, problem]);

  useEffect(() => {
    if (isLive) engine.online();
  }, [engine, isLive]);
  useSilent(item, isLive === false ? problem : '');
  return null;
}

/** Stops retrying a station that never played and is off air for a known reason, and shows the reason. */
function useSilent({ uid, track }: QueueItem, problem: string): void {
  const engine = useEngine();
  const state = usePlayerState((player) => player.state);
  const heard = useRef('');
  useEffect(() => {
    if (state === 'playing') heard.current = uid;
    if (state !== 'reconnecting' || problem === '' || heard.current === uid) return;
    engine.pause();
    toast({ title: t('station.off', { name: track.title }), description: problem });
  }, [engine, state, problem, uid, track.title]);
}

type PastTrack = Rewind['tracks'][number];

/** What played at the position of a listener who rewound; undefined if live. */
function usePastTrack(id: string): PastTrack | undefined {
  const engine = useEngine();
  const to = useStore(rewound, (state) => (state.to?.id === id ? state.to : null));
  const tracks = useQuery({ ...rewindQuery(id), enabled: to !== null }).data?.tracks;
  const [track, setTrack] = useState<PastTrack>();
  useEffect(() => {
    if (!to) return setTrack(undefined);
    const look = () => setTrack(trackAt(tracks ?? [], to.from + engine.position() * 1000));
    look();
    return engine.on('progress', look);
  }, [engine, to, tracks]);
  return track;
}

/** The track that played at a moment (ms since 1970). */
const trackAt = (tracks: readonly PastTrack[], at: number) => tracks.findLast((track) => Date.parse(track.at) <= at);
