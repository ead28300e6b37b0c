import { type RefObject, useEffect, useRef, useState } from 'react';
import { useSession } from '@/api/auth/session';
import { ApiError, messageOf } from '@/api/error';
import type { Recorder } from '@/dj/recording/recorder';
import type { Recording } from '@/dj/recording/recordings';
import { t } from '@/i18n/desk';
import { longTime } from '@/lib/format';
import { AskDialog } from '@/ui/ask-dialog';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { WayOn } from '@/ui/plan/plan-lock';
import { ProgressBar } from '@/ui/progress-bar';
import { type Draft, SaveFields } from '../../save-fields';
import { useWatched } from '../use-watched';
import { GapNotes } from './notices';
import { Sending } from './sending';
import { type Part, Trim } from './trim';
import { soundOf, textOf, useSave } from './use-save';

type SaveProps = { recorder: Recorder; recording: Recording; onClose: () => void };

/** A finished recording: its name, a preview, and what becomes of it. */
export function SaveDialog({ recorder, recording, onClose }: SaveProps) {
  const [sound, takeLocal] = useSound(recorder, recording);
  const { user } = useSession();
  const [draft, setDraft] = useState<Draft>(() => ({
    title: '',
    djName: [user?.firstName, user?.lastName].filter(Boolean).join(' '),
    genre: '',
    tags: '',
    isPublic: true,
    earlyDays: '0',
    tracklist: textOf(recording),
    cover: null,
  }));
  const [part, setPart] = useState<Part>({ from: 0, to: recording.seconds });
  const audio = useRef<HTMLAudioElement>(null);
  const peaks = usePeaks(recorder, recording);
  useEndOf(audio, part.to);
  const saving = useSave(recorder, recording, onClose);
  const { error, isPublished } = saving;
  const wrong = error instanceof ApiError ? (error.fieldErrors.text ?? error.fieldErrors.tracklist)?.[0] : undefined;
  const { sent } = useWatched(recorder.sender);
  // The sound of a mix need not be kept here.
  const close = () => (isPublished ? void recorder.forget(recording).then(onClose) : onClose());
  const discard = () => void recorder.discard(recording).then(onClose);
  const mayUpload = user?.role !== 'listener';
  const isReady = draft.title.trim() !== '' && draft.djName.trim() !== '';
  return (
    <Dialog
      open
      wide
      keepOpen={saving.isRunning}
      onOpenChange={(open) => !open && close()}
      title={t('desk.save.title')}
      description={t('desk.save.lead', { length: longTime(recording.seconds) })}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void saving.save(draft, cutOf(part, recording));
        }}
      >
        {/* biome-ignore lint/a11y/useMediaCaption: music */}
        {sound && <audio ref={audio} controls src={sound.url} onError={takeLocal} aria-label={t('desk.save.preview')} className="w-full" />}
        <GapNotes gaps={recording.gaps ?? []} />
        {mayUpload && recording.seconds > SHORT && (
          <Trim part={part} seconds={recording.seconds} peaks={peaks} audio={audio} disabled={isPublished} onChange={setPart} />
        )}
        {mayUpload && <SaveFields draft={draft} onChange={setDraft} tracklistError={wrong} />}
        {mayUpload && !error && <Sending sender={recorder.sender} />}
        {!mayUpload && <p className="text-fg-muted">{t('desk.save.listener')}</p>}
        {isPublished && error !== null && <p className="text-fg-muted text-sm">{t('desk.save.incomplete')}</p>}
        {error !== null && !wrong && (
          <p role="alert" className="text-danger text-sm">
            {messageOf(error, t('desk.save.failed'))} <WayOn error={error} />
          </p>
        )}
        {saving.isRunning && (
          <ProgressBar label={t('desk.save.saving')} value={sound?.size ? sent : undefined} max={sound?.size ?? undefined} />
        )}
        <div className="flex flex-wrap justify-end gap-3">
          {!isPublished && (
            <AskDialog
              trigger={<Button variant="ghost">{t('desk.save.discard')}</Button>}
              title={t('desk.save.discard')}
              description={t('desk.save.discardAsk')}
              action={t('desk.save.discard')}
              onConfirm={discard}
            />
          )}
          {sound && (
            <Button asChild variant="secondary">
              <a href={sound.url} download={sound.name}>
                {t('desk.save.download')}
              </a>
            </Button>
          )}
          {mayUpload && (
            <Button type="submit" pending={saving.isRunning} disabled={!isReady}>
              {t('desk.save.save')}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}

const cutOf = ({ from, to }: Part, { seconds }: Recording) => ({ ...(from > 0 && { from }), ...(to < seconds && { to }) });

/** Seconds up to which there is nothing to cut off. */
const SHORT = 2;

function usePeaks(recorder: Recorder, recording: Recording): readonly number[] {
  const [peaks, setPeaks] = useState<readonly number[]>([]);
  useEffect(() => {
    let isOver = false;
    void recorder.peaks(recording).then((found) => !isOver && setPeaks(found));
    return () => {
      isOver = true;
    };
  }, [recorder, recording]);
  return peaks;
}

/** The preview ends where the mix will. */
function useEndOf(audio: RefObject<HTMLAudioElement | null>, to: number) {
  useEffect(() => {
    const element = audio.current;
    if (!element) return;
    const look = () => {
      if (element.currentTime >= to && !element.ended) element.pause();
    };
    element.addEventListener('timeupdate', look);
    return () => element.removeEventListener('timeupdate', look);
  });
}

/** `size` is in bytes, null for what the server has. */
type Sound = { url: string; name: string; size: number | null };

/**
 * The sound of a recording: from the server once it has all of it, because hours of sound in this browser take its memory;
 * from this browser if the server does not have it.
 */
function useSound(recorder: Recorder, recording: Recording): [sound: Sound | null, takeLocal: () => void] {
  const { phase } = useWatched(recorder.sender);
  const [from, setFrom] = useState<'server' | 'browser' | null>(null);
  const [sound, setSound] = useState<Sound | null>(null);
  if (from === null && phase !== 'sending') setFrom(phase === 'whole' ? 'server' : 'browser');
  useEffect(() => {
    if (from === null) return;
    let url = '';
    let isOver = false;
    const take = (taken: Sound) => !isOver && setSound(taken);
    const local = async () => {
      const blob = await recorder.sound(recording);
      if (isOver) return;
      url = URL.createObjectURL(blob);
      take({ url, name: nameOf(recording), size: blob.size });
    };
    if (from === 'browser') void local();
    else soundOf(recorder, recording).then((sent) => take({ url: sent, name: nameOf(recording), size: null }), local);
    return () => {
      isOver = true;
      URL.revokeObjectURL(url);
    };
  }, [recorder, recording, from]);
  return [sound, () => setFrom('browser')];
}

const nameOf = ({ beganAt }: Recording) => `mix-${new Date(beganAt).toISOString().slice(0, 16).replace(/[T:]/g, '-')}.opus`;
