import { messageOf } from '@/api/error';
import type { Sender } from '@/dj/recording/sender';
import { t } from '@/i18n/desk';
import { WayOn } from '@/ui/plan/plan-lock';
import { useWatched } from '../use-watched';

/** Whether the server has what was recorded. */
export function Sending({ sender }: { sender: Sender }) {
  const { phase, refusal } = useWatched(sender);
  return (
    <p role="status" className="desk-note">
      {phase !== 'off' && t(`desk.sending.${phase}`, { reason: messageOf(refusal, '') })}
      {phase === 'refused' && (
        <>
          {' '}
          <WayOn error={refusal} />
        </>
      )}
    </p>
  );
}
