import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { AITrack } from '@/api/types';
import { t } from '@/i18n/ai-review';
import { percent, score, time } from '@/lib/format';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { TextArea } from '@/ui/text-area';
import { Preview } from './preview';
import { ProviderBadge } from './provider-badge';
import { useDecide, type Verdict } from './queries';

const LONGEST = 500; // characters
const ALL = 10; // the best quality

type ReviewDialogProps = { track: AITrack; onClose: () => void };

/** What is known of a track, its sound, and the decision about it. */
export function ReviewDialog({ track, onClose }: ReviewDialogProps) {
  const { title, userName, prompt, provider, status, qualityScore, quality, likeness, audioUrl, reason } = track;
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title={t('aiReview.title')}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        <Fact label={t('aiReview.column.track')}>{title}</Fact>
        <Fact label={t('aiReview.user')}>{userName}</Fact>
        {prompt && <Fact label={t('aiReview.prompt')}>{prompt}</Fact>}
        <Fact label={t('aiReview.column.provider')}>
          <ProviderBadge provider={provider} />
        </Fact>
        <Fact label={t('aiReview.column.quality')}>{qualityScore === null ? '—' : score(qualityScore)}</Fact>
        {status === 'rejected' && reason && <Fact label={t('aiReview.reason')}>{reason}</Fact>}
      </dl>
      {quality.length > 0 && (
        <ul aria-label={t('aiReview.parts')} className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
          {quality.map(({ name, value }) => (
            <li key={name} className="grid grid-cols-[7rem_minmax(0,1fr)_auto] items-center gap-2 text-sm">
              <span>{partName(name)}</span>
              <meter aria-label={partName(name)} value={value} className="w-full" />
              <span className="tnum text-fg-muted">{(value * ALL).toFixed(1)}</span>
            </li>
          ))}
        </ul>
      )}
      <Likeness found={likeness} />
      {audioUrl && <Preview audioUrl={audioUrl} label={t('aiReview.preview')} />}
      {status !== 'approved' && <Decide track={track} onClose={onClose} />}
    </Dialog>
  );
}

/** The tracks that it is like, by its melody or its sound. */
function Likeness({ found }: { found: AITrack['likeness'] }) {
  if (!found?.length) return <p className="text-fg-muted text-sm">{t(found ? 'aiReview.likeness.none' : 'aiReview.likeness.later')}</p>;
  return (
    <section aria-label={t('aiReview.likeness')} className="rounded-md border border-warning p-3">
      <h3 className="font-semibold text-sm text-warning">{t('aiReview.likeness')}</h3>
      <ul className="mt-1 text-sm">
        {found.map(({ trackId, title, kind, share, at, otherAt }) => (
          <li key={trackId}>
            {trackId ? (
              <Link to="/tracks/$trackId" params={{ trackId }} className="hover:underline">
                {title}
              </Link>
            ) : (
              t('aiReview.likeness.deleted')
            )}{' '}
            <span className="tnum text-fg-muted">
              {t(`aiReview.likeness.${kind}`, { percent: percent(100 * share), at: time(at), other: time(otherAt) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

const PARTS = ['loudness', 'peak', 'balance', 'stereo', 'crest', 'key', 'rhythm', 'repetition', 'contrast', 'melody'] as const;

/** What a part of the quality is called; one that a newer server measures has the server's name. */
function partName(name: string): string {
  const known = PARTS.find((part) => part === name);
  return known ? t(`aiReview.part.${known}`) : name;
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <>
    <dt className="text-fg-muted text-sm">{label}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </>
);

/** Approve is offered for pending and rejected tracks, and Reject for pending ones. */
function Decide({ track, onClose }: ReviewDialogProps) {
  const [reason, setReason] = useState('');
  const decide = useDecide();
  const isPending = track.status === 'pending';
  const settle = (verdict: Verdict) => decide(track, verdict, reason.trim()).then(onClose, () => {}); // a toast says why it failed
  return (
    <div className="grid gap-4">
      {isPending && (
        <TextArea
          label={t('aiReview.rejectReason')}
          maxLength={LONGEST}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
      <div className="flex flex-wrap justify-end gap-3">
        {isPending && (
          <Button variant="danger" onClick={() => void settle('reject')}>
            {t('aiReview.reject')}
          </Button>
        )}
        <Button onClick={() => void settle('approve')}>{t('aiReview.approve')}</Button>
      </div>
    </div>
  );
}
