import { useEffect, useRef } from 'react';
import { usePlayer } from '@/player/view/use-player';

/** Plays the sound here. It and the player take turns. */
export function Preview({ audioUrl, label }: { audioUrl: string; label: string }) {
  const { isPlaying, pause } = usePlayer();
  const preview = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    if (isPlaying) preview.current?.pause();
  }, [isPlaying]);
  return (
    // biome-ignore lint/a11y/useMediaCaption: music
    <audio ref={preview} controls preload="none" src={audioUrl} aria-label={label} onPlay={() => isPlaying && pause()} className="w-full" />
  );
}
