import { useEffect, useRef } from 'react';
import type { Automix } from '@/api/types';
import { usePaint, usePlayer } from '@/player/view/use-player';

/** Whether an automix is playing here, and how to play it. A sound that was rendered again replaces the one that plays, at its position. */
export function usePlayAutomix(mix: Pick<Automix, 'id' | 'title' | 'audioUrl' | 'duration'>) {
  const player = usePlayer();
  const position = useRef(0);
  usePaint((seconds) => {
    position.current = seconds;
  });
  const loaded = player.isCurrent(mix.id);
  const state = !loaded ? ('stopped' as const) : player.isPlaying ? ('playing' as const) : ('paused' as const);
  const play = () => {
    if (mix.audioUrl === null) return;
    const { id, title, audioUrl, duration } = mix;
    const item = { id, title, artist: '', audioUrl, coverImageUrl: null, duration, mix: 'automix' as const };
    player.play([item], 0, { kind: 'mix', title, href: `/automixes/${id}` });
  };
  const isOld = loaded && mix.audioUrl !== null && player.current?.track.audioUrl !== mix.audioUrl;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the sound changes
  useEffect(() => {
    if (!isOld) return;
    const [at, wasPlaying] = [position.current, player.isPlaying];
    play();
    player.seek(at);
    if (!wasPlaying) player.pause();
  }, [isOld]);
  const playFrom = (seconds: number) => {
    if (!loaded) play();
    player.seek(seconds);
    player.resume();
  };
  return { state, toggle: () => (loaded ? player.toggle() : play()), playFrom };
}
