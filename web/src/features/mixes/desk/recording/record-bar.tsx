import { useBlocker } from '@tanstack/react-router';
import { Circle, Square } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useSession } from '@/api/auth/session';
import { canRecord, type Recorder } from '@/dj/recording/recorder';
import { t } from '@/i18n/desk';
import { longTime } from '@/lib/format';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { dialogPart } from '@/ui/part/part';
import { RecordingLimit } from '@/ui/plan/plan-lock';
import { useWholeKey } from '../control/desk-keys';
import { needed } from '../needed';
import { useWatched } from '../use-watched';
import { GapNotes, OtherTab, OtherVersion } from './notices';
import { Sending } from './sending';
import './recording.css';

const SaveDialog = dialogPart(() => import('./save-dialog').then((m) => m.SaveDialog));

/** Records the master, and afterwards asks what to do with it. */
export function RecordBar({ recorder, context, children }: { recorder: Recorder; context: BaseAudioContext; children: ReactNode }) {
  const { phase, seconds, finished, failed, gaps, isSilenced, otherVersion } = useWatched(recorder);
  const [isSaving, setSaving] = useState(false);
  const isRecording = phase === 'recording';
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isRecording && (current.pathname !== next.pathname || isOtherTab(next.search)),
    enableBeforeUnload: isRecording,
    withResolver: true,
  });
  const { user } = useSession();
  const account = user?.id ?? '';
  const maySend = user ? user.role !== 'listener' : false;
  useEffect(() => {
    recorder.setOwner(account, maySend);
    if (account && canRecord(context)) void recorder.recover();
  }, [recorder, context, account, maySend]);
  // A recording that was just stopped opens by itself; one of an earlier visit waits for its button.
  const [lastPhase, setLastPhase] = useState(phase);
  if (phase !== lastPhase) {
    setLastPhase(phase);
    if (lastPhase === 'stopping' && finished) setSaving(true);
  }
  const isBusy = phase === 'starting' || phase === 'stopping';
  const toggle = () => (isRecording ? recorder.stop() : void recorder.start());
  useWholeKey('record', () => canRecord(context) && !isBusy && toggle());
  if (!canRecord(context))
    return (
      <div className="desk-record">
        <p className="desk-note">{t('desk.noRecording', { what: needed() })}</p>
        {children}
      </div>
    );
  return (
    <div className="desk-record">
      {failed && (
        <p role="alert" className="desk-note">
          {t(`desk.recordingFailed.${failed.kind}`, { reason: failed.reason })}
        </p>
      )}
      {otherVersion ? <OtherVersion version={otherVersion} /> : <OtherTab />}
      {isRecording && user && !maySend && (
        <p role="status" className="desk-note">
          {t('desk.recordingHere')}
        </p>
      )}
      {isRecording && maySend && <RecordingLimit of="desk" />}
      {isRecording && <GapNotes gaps={gaps.slice(-1)} />}
      {isRecording && isSilenced && (
        <p role="alert" className="desk-note">
          {t('desk.silenced')}
        </p>
      )}
      {finished && !isSaving && phase === 'idle' && (
        <>
          <p className="desk-note">{t('desk.recovered')}</p>
          <Button size="sm" variant="secondary" onClick={() => setSaving(true)}>
            {t('desk.recoveredOpen')}
          </Button>
        </>
      )}
      {(isRecording || finished) && <Sending sender={recorder.sender} />}
      {children}
      {isRecording && <output className="desk-clock tnum">{longTime(seconds)}</output>}
      <button
        type="button"
        className="desk-record-button"
        data-on={isRecording || undefined}
        data-key="⇧."
        disabled={isBusy}
        onClick={toggle}
      >
        {isRecording ? (
          <Square size={13} aria-hidden className="fill-current" />
        ) : (
          <Circle size={13} aria-hidden className="fill-current" />
        )}
        {t(isRecording ? 'desk.stopRecording' : 'desk.startRecording')}
      </button>
      {isSaving && finished && <SaveDialog recorder={recorder} recording={finished} onClose={() => setSaving(false)} />}
      {leaving.status === 'blocked' && (
        <Dialog open onOpenChange={(open) => !open && leaving.reset()} title={t('desk.leave.title')} description={t('desk.leave.text')}>
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="ghost" onClick={leaving.reset}>
              {t('desk.leave.stay')}
            </Button>
            <Button
              variant="danger"
              onClick={() => {
                recorder.stop();
                leaving.proceed();
              }}
            >
              {t('desk.leave.leave')}
            </Button>
          </div>
        </Dialog>
      )}
    </div>
  );
}

/** Whether an address of this page shows another tab. */
const isOtherTab = (search: unknown) => typeof search === 'object' && search !== null && (search as { tab?: unknown }).tab !== 'crear';
