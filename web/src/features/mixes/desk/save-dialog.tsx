import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '@/api/auth/session';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { uploadResult } from '@/api/tus/growing';
import type { Recorder } from '@/dj/recorder';
import { type Recording, tracklistText } from '@/dj/recordings';
import { t } from '@/i18n/desk';
import { longTime, time } from '@/lib/format';
import { AskDialog } from '@/ui/ask-dialog';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { ProgressBar } from '@/ui/progress-bar';
import { Switch } from '@/ui/switch';
import { TextArea } from '@/ui/text-area';
import { toast } from '@/ui/toast/toast-store';
import { Sending } from './sending';
import { useWatched } from './use-watched';

type SaveProps = { recorder: Recorder; recording: Recording; onClose: () => void };

/** A finished recording: its name, a preview, and what becomes of it. */
export function SaveDialog({ recorder, recording, onClose }: SaveProps) {
  const sound = useSound(recorder, recording);
  const { user } = useSession();
  const [draft, setDraft] = useState(() => ({
    title: '',
    djName: [user?.firstName, user?.lastName].filter(Boolean).join(' '),
    genre: '',
    isPublic: true,
    description: tracklistText(recording.tracklist, time),
  }));
  const saving = useSave(recorder, recording, onClose);
  const { sent } = useWatched(recorder.sender);
  const text = (key: 'title' | 'djName' | 'genre') => ({
    value: draft[key],
    onChange: ({ target }: { target: HTMLInputElement }) => setDraft({ ...draft, [key]: target.value }),
  });
  const mayUpload = user?.role !== 'listener';
  const isReady = draft.title.trim() !== '' && draft.djName.trim() !== '' && sound !== null;
  return (
    <Dialog
      open
      wide
      keepOpen={saving.isRunning}
      onOpenChange={(open) => !open && onClose()}
      title={t('desk.save.title')}
      description={t('desk.save.lead', { length: longTime(recording.seconds) })}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void saving.save(draft);
        }}
      >
        {/* biome-ignore lint/a11y/useMediaCaption: music */}
        {sound && <audio controls src={sound.url} aria-label={t('desk.save.preview')} className="w-full" />}
        {mayUpload && (
          <>
            <Field label={t('desk.save.name')} maxLength={200} {...text('title')} />
            <Field label={t('desk.save.dj')} maxLength={200} {...text('djName')} />
            <Field label={t('desk.save.genre')} maxLength={100} {...text('genre')} />
            <TextArea
              label={t('desk.save.tracklist')}
              rows={4}
              value={draft.description}
              onChange={({ target }) => setDraft({ ...draft, description: target.value })}
            />
            <Switch
              label={t('desk.save.public')}
              checked={draft.isPublic}
              onChange={({ target }) => setDraft({ ...draft, isPublic: target.checked })}
            />
          </>
        )}
        {mayUpload && !saving.failed && <Sending sender={recorder.sender} />}
        {!mayUpload && <p className="text-fg-muted">{t('desk.save.listener')}</p>}
        {saving.failed && (
          <p role="alert" className="text-danger text-sm">
            {saving.failed}
          </p>
        )}
        {saving.isRunning && <ProgressBar label={t('desk.save.saving')} value={sent} max={sound?.file.size} />}
        <div className="flex flex-wrap justify-end gap-3">
          <AskDialog
            trigger={<Button variant="ghost">{t('desk.save.discard')}</Button>}
            title={t('desk.save.discard')}
            description={t('desk.save.discardAsk')}
            action={t('desk.save.discard')}
            onConfirm={() => void recorder.discard(recording).then(onClose)}
          />
          {sound && (
            <Button asChild variant="secondary">
              <a href={sound.url} download={sound.file.name}>
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

type Sound = { file: File; url: string };

function useSound(recorder: Recorder, recording: Recording): Sound | null {
  const [sound, setSound] = useState<Sound | null>(null);
  useEffect(() => {
    let url = '';
    let isOver = false;
    void recorder.sound(recording).then((blob) => {
      if (isOver) return;
      const day = new Date(recording.beganAt).toISOString().slice(0, 16).replace(/[T:]/g, '-');
      const file = new File([blob], `mix-${day}.opus`, { type: 'audio/ogg', lastModified: recording.beganAt });
      url = URL.createObjectURL(file);
      setSound({ file, url });
    });
    return () => {
      isOver = true;
      URL.revokeObjectURL(url);
    };
  }, [recorder, recording]);
  return sound;
}

type Draft = { title: string; djName: string; genre: string; description: string; isPublic: boolean };

/** Waits until the server has all of the sound, and makes a mix of it. The recording stays until that has worked. */
function useSave(recorder: Recorder, recording: Recording, onSaved: () => void) {
  const queries = useQueryClient();
  const [isRunning, setRunning] = useState(false);
  const [failed, setFailed] = useState('');
  const save = async (draft: Draft) => {
    setRunning(true);
    setFailed('');
    try {
      const { audioUrl } = await uploadResult(await recorder.sender.whole(recording));
      await request('/api/mixes', { method: 'POST', body: { ...draft, title: draft.title.trim(), djName: draft.djName.trim(), audioUrl } });
      await queries.invalidateQueries({ queryKey: ['/api/mixes'] });
      await recorder.forget(recording);
      toast({ title: t('desk.save.saved'), description: t('desk.save.savedText', { title: draft.title.trim() }) });
      onSaved();
    } catch (error) {
      setFailed(messageOf(error, t('desk.save.failed')));
      setRunning(false);
    }
  };
  return { isRunning, failed, save };
}
