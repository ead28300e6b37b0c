import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { language } from '@/i18n/t';
import { useSession } from './auth/session';
import { handleEvent, recoverFromGap } from './events';
import { address } from './query-client';
import { RADIOS } from './stations';
import { share } from './stream/share';

/** Keeps stations current for visitors while this is on the screen. Members receive the station events in their own stream. */
export function useStationEvents(): void {
  const client = useQueryClient();
  const visitor = useSession().status === 'anonymous';
  useEffect(() => (visitor ? watchStations(client) : undefined), [client, visitor]);
}

/** The events that visitors receive. */
const NAMES = ['station', 'stations'] as const;

let watched: { stop: () => void; by: number } | null = null;

function watchStations(client: QueryClient): (() => void) | undefined {
  if (typeof EventSource === 'undefined') return;
  watched ??= {
    stop: share(
      'visitor',
      { url: address([RADIOS, 'events', { language: language() }]), names: NAMES },
      {
        event: (name, data) => handleEvent(client, name as (typeof NAMES)[number], data),
        gap: () => void recoverFromGap(client, NAMES),
        failed: () => {}, // visitors have no session that could have ended
      },
    ),
    by: 0,
  };
  watched.by++;
  return () => {
    if (!watched || --watched.by > 0) return;
    watched.stop();
    watched = null;
  };
}
