import { useQuery } from '@tanstack/react-query';
import { episodeQuery } from '@/api/podcasts';
import { Chapters, Notes, Transcript } from '@/player/view/episode-parts';
import { useEngine } from '@/player/view/use-player';

/** Next to the cover of a playing episode: its chapters, notes and transcript. */
export function EpisodeView({ episodeId }: { episodeId: string }) {
  const engine = useEngine();
  const episode = useQuery(episodeQuery(episodeId)).data;
  const seek = (seconds: number) => engine.seek(seconds);
  return (
    <div className="pb-6">
      <Chapters episodeId={episodeId} onSeek={seek} />
      <div className="mt-6">
        <Notes html={episode?.description ?? ''} />
      </div>
      {episode?.hasTranscript && <Transcript episodeId={episodeId} onSeek={seek} />}
    </div>
  );
}
