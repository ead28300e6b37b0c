import { useState } from 'react';
import type { AITrack } from '@/api/types';
import { t } from '@/i18n/ai-review';
import { score } from '@/lib/format';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { TextArea } from '@/ui/text-area';
import { Findings } from './findings';
import { Preview } from './preview';
import { ProviderBadge } from './provider-badge';
import { useDecide, type Verdict } from './queries';
import { LONGEST_REASON } from './reason-dialog';

type ReviewDialogProps = { track: AITrack; onClose: () => void };

/** What is known of a track, its sound, and the decision about it. */
export function ReviewDialog({ track, onClose }: ReviewDialogProps) {
  const { title, userName, prompt, provider, status, qualityScore, audioUrl, reason } = track;
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
      <Findings track={track} />
      {audioUrl && <Preview audioUrl={audioUrl} label={t('aiReview.preview')} />}
      {status !== 'approved' && <Decide track={track} onClose={onClose} />}
    </Dialog>
  );
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
          maxLength={LONGEST_REASON}
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
