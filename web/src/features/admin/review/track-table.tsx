import { useInfiniteQuery } from '@tanstack/react-query';
import { Pause, Play, Sparkles } from 'lucide-react';
import { useState } from 'react';
import type { AITrack } from '@/api/types';
import { language, t } from '@/i18n/ai-review';
import { day, score, time } from '@/lib/format';
import { usePlayer } from '@/player/view/use-player';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { IconButton } from '@/ui/icon-button';
import { Row } from '../plain-table';
import { SearchedList } from '../searched-list';
import { ProviderBadge } from './provider-badge';
import { type Status, tracksList, useDecide } from './queries';
import { ReasonDialog } from './reason-dialog';
import { ReviewDialog } from './review-dialog';

const columns = () => [
  t('aiReview.column.track'),
  t('aiReview.column.provider'),
  t('aiReview.column.quality'),
  t('aiReview.column.duration'),
  t('aiReview.column.created'),
  t('admin.table.actions'),
];

/** The tracks with one verdict, and what may be done with them. */
export function TrackTable({ status }: { status: Status }) {
  const [opened, open] = useState<AITrack | null>(null);
  return (
    <>
      <SearchedList
        key={status}
        query={useInfiniteQuery(tracksList(status))}
        search={t('aiReview.search')}
        textsOf={({ title, prompt, userName }) => [title, prompt, userName]}
        label={t(`aiReview.tab.${status}`)}
        columns={columns()}
        empty={<EmptyState icon={Sparkles} title={t(`aiReview.none.${status}`)} text={t('aiReview.noneText')} />}
        row={(track) => <TrackRow key={track.id} track={track} onOpen={() => open(track)} />}
      />
      {opened && <ReviewDialog track={opened} onClose={() => open(null)} />}
    </>
  );
}

function TrackRow({ track, onOpen }: { track: AITrack; onOpen: () => void }) {
  const { title, userName, prompt, provider, qualityScore, duration, createdAt, status, audioUrl } = track;
  const decide = useDecide();
  const [isTakingDown, setTakingDown] = useState(false);
  return (
    <Row
      columns={columns()}
      name={title}
      below={[userName, prompt].filter(Boolean).join(' · ')}
      cells={[
        <ProviderBadge key="provider" provider={provider} />,
        qualityScore === null ? '—' : score(qualityScore),
        time(duration),
        day(createdAt, language()),
      ]}
      actions={
        <>
          {audioUrl && status !== 'rejected' && <PlayButton track={track} audioUrl={audioUrl} />}
          <Button
            size="sm"
            variant="ghost"
            aria-label={`${t(status === 'pending' ? 'aiReview.review' : 'aiReview.view')}: ${title}`}
            onClick={onOpen}
          >
            {t(status === 'pending' ? 'aiReview.review' : 'aiReview.view')}
          </Button>
          {status === 'rejected' && (
            <Button
              size="sm"
              variant="ghost"
              aria-label={`${t('aiReview.approve')}: ${title}`}
              onClick={() => void decide(track, 'approve')}
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
      }
    />
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
