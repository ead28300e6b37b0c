import { createStore } from 'zustand/vanilla';
import type { QueueItem } from '@/player/engine/queue/item';

export const RATES = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

/** The playback rate of music, kept until the page is closed; that of spoken word is remembered. */
export const musicRate = createStore<{ rate: number }>(() => ({ rate: 1 }));

/** Whether pauses in speech play faster, by the podcast's setting. */
export const skipSilence = createStore<{ on: boolean }>(() => ({ on: false }));

const SPOKEN = /podcast|audio\s*book|audiolibro|h(ö|oe)rb(u|ü|ue)ch|spoken|speech|radio\s*drama|comedy|interview/i;

/** Whether an item is spoken word: an episode, or by its genre. */
export const isSpoken = ({ details }: QueueItem) => details.podcastId !== '' || SPOKEN.test(details.genre);
