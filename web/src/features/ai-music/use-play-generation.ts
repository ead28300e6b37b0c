import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { displayName, useSession } from '@/api/auth/session';
import { generationQuery } from '@/api/generation';
import type { Generation } from '@/api/types';
import { usePaint, usePlayer } from '@/player/view/use-player';

const POLL = 5000; // ms; the place in the queue changes without an event

/** A generation as it is now. */
export const useGeneration = (initial: Generation): Generation =>
  useQuery({
    ...generationQuery(initial.id),
    initialData: initial,
    refetchInterval: ({ state }) => (state.data?.state === 'queued' ? POLL : false),
  }).data;

/** The ID under which the player knows it: while it grows its own, and then that of its track. */
const soundOf = ({ id, trackId }: Generation) => trackId ?? id;

/** The seed of the art that its track has as a cover. */
export const coverSeedOf = ({ title, prompt, seed }: Pick<Generation, 'title' | 'prompt' | 'seed'>) => `${title || prompt} ${seed}`;

/** Whether a generation is playing here, and how to play it. What plays while it grows goes on when it is ready. */
export function usePlayGeneration(music: Generation) {
  const player = usePlayer();
  const { user } = useSession();
  const loaded = player.isCurrent(music.id) || player.isCurrent(soundOf(music));
  const state = !loaded ? ('stopped' as const) : player.isPlaying ? ('playing' as const) : ('paused' as const);
  const play = () => {
    const { title, audioUrl, duration, coverImageUrl, trackId } = music;
    if (audioUrl === null) return;
    const artist = user ? displayName(user) : ''; // the track has its maker's name
    const item = {
      id: soundOf(music),
      title,
      artist,
      audioUrl,
      coverImageUrl,
      duration,
      isAiGenerated: true,
      coverSeed: coverSeedOf(music),
    };
    player.play([trackId ? item : { ...item, mix: 'generation' as const }], 0, { kind: 'ai', title, href: '/ai-music' });
  };
  return { state, play, toggle: () => (loaded ? player.toggle() : play()) };
}

/** Plays one of two versions where the other one is. */
export function usePlayFrom(music: Generation) {
  const player = usePlayer();
  const { play } = usePlayGeneration(music);
  const position = useRef(0);
  usePaint((seconds) => {
    position.current = seconds;
  });
  return () => {
    const at = position.current;
    play();
    player.seek(Math.min(at, music.duration));
  };
}

/** Plays a generation as soon as it can be heard, unless something else plays by then. */
export function AutoPlay({ initial }: { initial: Generation }) {
  const music = useGeneration(initial);
  const { isPlaying } = usePlayer();
  const { play } = usePlayGeneration(music);
  const isAudible = music.audioUrl !== null;
  const start = useEffectEvent(() => {
    if (!isPlaying) play();
  });
  useEffect(() => {
    if (isAudible) start();
  }, [isAudible]);
  return null;
}
