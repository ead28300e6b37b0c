import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import type { AITrack } from '@/api/types';
import { t } from '@/i18n/ai-review';
import { usePlayer } from '@/player/view/use-player';
import { Button } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import { useDecide } from './queries';
import { ReasonDialog } from './reason-dialog';

/** What can be done with one track: hear it, open its review, approve it, take it down. */
export function TrackActions({ track, onOpen }: { track: AITrack; onOpen: () => void }) {
  const { title, status, audioUrl } = track;
  const decide = useDecide();
  const [isTakingDown, setTakingDown] = useState(false);
  const review = t(status === 'pending' ? 'aiReview.review' : 'aiReview.view');
  return (
    <>
      {audioUrl && status !== 'rejected' && <PlayButton track={track} audioUrl={audioUrl} />}
      <Button size="sm" variant="ghost" aria-label={`${review}: ${title}`} onClick={onOpen}>
        {review}
      </Button>
      {status === 'rejected' && (
        <Button
          size="sm"
          variant="ghost"
          aria-label={`${t('aiReview.approve')}: ${title}`}
          onClick={() => decide(track, 'approve').catch(() => {}) /* a toast says why it failed */}
        >
          {t('aiReview.approve')}
        </Button>
      )}
      {status === 'approved' && (
        <Button size="sm" variant="ghost" aria-label={`${t('aiReview.unpublish')}: ${title}`} onClick={() => setTakingDown(true)}>
          {t('aiReview.unpublish')}
        </Button>
      )}
      {isTakingDown && <ReasonDialog track={track} verdict="unpublish" onClose={() => setTakingDown(false)} />}
    </>
  );
}

/** Plays the track as its owner hears it. */
function PlayButton({ track: { id: generation, trackId, title, userName, duration }, audioUrl }: { track: AITrack; audioUrl: string }) {
  const player = usePlayer();
  const id = trackId ?? generation;
  const loaded = player.isCurrent(id);
  const isPlaying = loaded && player.isPlaying;
  const item = { id, title, artist: userName, audioUrl, coverImageUrl: null, duration };
  return (
    <IconButton
      icon={isPlaying ? Pause : Play}
      label={t(isPlaying ? 'aiReview.pause' : 'aiReview.play', { title })}
      size="sm"
      onClick={() => (loaded ? player.toggle() : player.play([item], 0, { kind: 'ai', title: t('admin.ia'), href: '/admin/ia' }))}
    />
  );
}
