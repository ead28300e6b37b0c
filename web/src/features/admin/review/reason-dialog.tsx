import { type FormEvent, useState } from 'react';
import type { AITrack } from '@/api/types';
import { t } from '@/i18n/ai-review';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { TextArea } from '@/ui/text-area';
import { useDecide } from './queries';

/** How many characters a reason may have. */
export const LONGEST_REASON = 500;

type ReasonDialogProps = { track: AITrack; verdict: 'reject' | 'unpublish'; onClose: () => void };

/** Rejects a track or takes it down, with a reason that its owner reads. */
export function ReasonDialog({ track, verdict, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('');
  const decide = useDecide();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    decide(track, verdict, reason.trim()).then(onClose, () => {}); // a toast says why it failed
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t(`aiReview.ask.${verdict}`, { title: track.title })}>
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <TextArea
          label={t('aiReview.reason')}
          maxLength={LONGEST_REASON}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
        <Button type="submit" variant="danger" className="justify-self-end">
          {t(`aiReview.${verdict}`)}
        </Button>
      </form>
    </Dialog>
  );
}
