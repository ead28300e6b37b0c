import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { episodeHeard, episodeQuery, podcastQuery, saveSubscription, sendProgress, soundQuery } from '@/api/podcasts';
import { browserClock } from '@/audio/clock';
import { t } from '@/i18n/podcasts';
import { usePrefs } from '@/lib/prefs';
import { type Report, watchProgress } from '@/player/engine/episode-progress';
import type { QueueItem } from '@/player/engine/queue/item';
import { jumpByServer } from '@/player/engine/server-jumps';
import { skipSilence } from '@/player/engine/sound/speed';
import { toast } from '@/ui/toast/toast-store';
import { useEngine } from './use-player';

const BEGUN = 5; // seconds from which resuming is worthwhile

/** While an episode is loaded: resumes at the listener's position, applies the podcast's speed and reports progress. */
export function EpisodeEffects({ item }: { item: QueueItem }) {
  const engine = useEngine();
  const client = useQueryClient();
  const { id } = item.track;
  const { podcastId } = item.details;
  const subscription = useQuery(podcastQuery(podcastId)).data?.subscription;

  useEffect(() => {
    let gone = false;
    let stop = () => {};
    const learnJumps = async () => {
      const { jumps } = await client.fetchQuery(soundQuery(id));
      if (gone) return;
      if (jumps === 'none') stop = engine.on('seek', (to) => to > 0 && toast({ tone: 'danger', title: t('podcast.noJumps') }));
      if (jumps !== 'start') return;
      jumpByServer(id);
      engine.refresh();
    };
    const resume = async () => {
      await learnJumps().catch(() => undefined); // falls back to a guess
      const { position, done } = await client.fetchQuery({ ...episodeQuery(id), staleTime: 0 });
      const here = engine.snapshot().current?.uid === item.uid && engine.position() < BEGUN;
      if (!gone && here && !done && position > BEGUN) engine.seek(position);
    };
    const report = (heard: Report) => {
      episodeHeard(client, { ...heard, episodeId: id, podcastId });
      void sendProgress({ ...heard, episodeId: id }).catch(() => undefined); // the next report repeats it
    };
    // A report before the saved position is known would overwrite it.
    let stopWatch = () => {};
    void resume()
      .catch(() => undefined) // it starts at its beginning
      .then(() => {
        if (!gone) stopWatch = watchProgress(engine, item.uid, browserClock(), report);
      });
    return () => {
      gone = true;
      stop();
      stopWatch();
    };
  }, [engine, client, id, item.uid, podcastId]);

  const speed = subscription?.speed;
  const own = useRef(speed);
  useEffect(() => {
    if (speed === undefined) return;
    own.current = speed;
    usePrefs.getState().set({ rate: speed });
    return usePrefs.subscribe(({ rate }) => {
      if (rate === own.current) return;
      own.current = rate;
      void saveSubscription(podcastId, { speed: rate })
        .then((podcast) => client.setQueryData(podcastQuery(podcastId).queryKey, podcast))
        .catch(() => undefined); // it still applies on this device
    });
  }, [client, podcastId, speed]);

  const skips = subscription?.skipSilence ?? false;
  useEffect(() => {
    skipSilence.setState({ on: skips });
    return () => skipSilence.setState({ on: false });
  }, [skips]);
  return null;
}
