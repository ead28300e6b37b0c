import { Link } from '@tanstack/react-router';
import type { AITrack } from '@/api/types';
import { language, t } from '@/i18n/ai-review';
import { count, moment, score, time } from '@/lib/format';
import { Facts } from '../table/row-sheet';
import { Findings } from './findings';
import { Preview } from './preview';
import { ProviderBadge } from './provider-badge';
import { TrackActions } from './track-actions';

/** What the side sheet says about a track, and what can be done with it. */
export function TrackDetails({ track, onOpen }: { track: AITrack; onOpen: () => void }) {
  const { trackId, audioUrl } = track;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <TrackActions track={track} onOpen={onOpen} />
      </div>
      {audioUrl && <Preview audioUrl={audioUrl} label={t('aiReview.preview')} />}
      <Facts facts={factsOf(track)} />
      <Findings track={track} />
      {trackId && (
        <Link to="/tracks/$trackId" params={{ trackId }} className="font-semibold text-accent-text text-sm hover:underline">
          {t('aiReview.openPage')}
        </Link>
      )}
    </>
  );
}

const factsOf = (track: AITrack) =>
  [
    [t('aiReview.user'), track.userName],
    [t('aiReview.prompt'), track.prompt],
    [t('aiReview.column.provider'), <ProviderBadge key="provider" provider={track.provider} />],
    [t('aiReview.column.quality'), track.qualityScore === null ? '' : score(track.qualityScore)],
    [t('admin.table.status'), t(`aiReview.tab.${track.status}`)],
    [t('aiReview.reason'), track.reason],
    [t('admin.table.genre'), track.genre],
    [t('aiReview.column.duration'), time(track.duration)],
    [t('aiReview.column.created'), moment(track.createdAt, language())],
    [t('aiReview.column.reviewed'), track.reviewedAt && moment(track.reviewedAt, language())],
    [t('aiReview.column.reviewer'), track.reviewedBy],
    [t('aiReview.column.plays'), count(track.playCount, language())],
    [t('aiReview.column.likes'), count(track.likes, language())],
  ] as const;
