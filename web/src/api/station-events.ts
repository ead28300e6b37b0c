import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { language } from '@/i18n/t';
import { useSession } from './auth/session';
import { recoverFromGap } from './events';
import { address } from './query-client';
import { RADIOS, stationChanged } from './stations';

/** Keeps stations current for visitors while this is on the screen. Members receive the station events in their own stream. */
export function useStationEvents(): void {
  const client = useQueryClient();
  const visitor = useSession().status === 'anonymous';
  useEffect(() => (visitor ? watchStations(client) : undefined), [client, visitor]);
}

let watched: { source: EventSource; by: number } | null = null;

function watchStations(client: QueryClient): (() => void) | undefined {
  if (typeof EventSource === 'undefined') return;
  if (!watched) {
    watched = { source: new EventSource(address([RADIOS, 'events', { language: language() }])), by: 0 };
    let wasOpen = false;
    watched.source.onopen = () => {
      if (wasOpen) void recoverFromGap(client, ['station']); // the browser reconnected by itself
      wasOpen = true;
    };
    watched.source.addEventListener('station', ({ data }: MessageEvent<string>) => stationChanged(client, JSON.parse(data)));
  }
  watched.by++;
  return () => {
    if (!watched || --watched.by > 0) return;
    watched.source.close();
    watched = null;
  };
}
