import type { Episode } from '@/api/types';
import type { Playable } from '@/player/engine/queue/item';
import { useEngine, usePlayer } from '@/player/view/use-player';

/** An episode as a player item. */
const episodeItem = (episode: Episode): Playable => ({
  id: episode.id,
  title: episode.title,
  artist: episode.podcastTitle,
  audioUrl: episode.audioUrl,
  coverImageUrl: episode.coverUrl,
  duration: episode.duration ?? 0,
  podcastId: episode.podcastId,
  genre: 'Podcast',
});

const context = ({ podcastId, podcastTitle }: Episode) => ({ kind: 'podcast', title: podcastTitle, href: `/podcasts/${podcastId}` });

/** Plays an episode from the listener's position, or from a given second. */
export function usePlayEpisode() {
  const player = usePlayer();
  const engine = useEngine();
  return {
    state: (id: string) =>
      (player.isCurrent(id) ? (player.isPlaying ? 'playing' : 'paused') : 'stopped') as 'playing' | 'paused' | 'stopped',
    toggle: (episode: Episode) => {
      if (player.isCurrent(episode.id)) return player.toggle();
      player.play([episodeItem(episode)], 0, context(episode));
      if (!episode.done && episode.position > 0) engine.seek(episode.position);
    },
    playAt: (episode: Episode, seconds: number) => {
      if (!player.isCurrent(episode.id)) player.play([episodeItem(episode)], 0, context(episode));
      else if (!player.isPlaying) player.resume();
      engine.seek(seconds);
    },
    playNext: (episode: Episode) => player.playNext([episodeItem(episode)]),
    addToQueue: (episode: Episode) => player.addToQueue([episodeItem(episode)]),
  };
}
