import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '@/api/auth/session';
import { ApiError, messageOf } from '@/api/error';
import { type Sent, useFile } from '@/api/tus/use-file';
import { t } from '@/i18n/desk';
import { FileButton } from '@/things/mix/file-button';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { WayOn } from '@/ui/plan/plan-lock';
import { ProgressBar } from '@/ui/progress-bar';
import { toast } from '@/ui/toast/toast-store';
import { usePublish } from './publish';
import { type Draft, SaveFields } from './save-fields';

const FORMATS = '.mp3,.wav,.flac,.m4a,audio/mpeg,audio/wav,audio/flac,audio/mp4';

/** Publishes a finished mix: the file is sent while the DJ describes it. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const { user } = useSession();
  const [draft, setDraft] = useState<Draft>(() => ({
    title: '',
    djName: [user?.firstName, user?.lastName].filter(Boolean).join(' '),
    genre: '',
    tags: '',
    isPublic: true,
    earlyDays: '0',
    tracklist: '',
    cover: null,
  }));
  // What the file says fills what the DJ left empty.
  const { sent, choose, keep } = useFile(({ title, artist, genre }) =>
    setDraft((before) => ({
      ...before,
      title: before.title || title,
      djName: before.djName || artist,
      genre: before.genre || genre,
    })),
  );
  const saving = usePublish({
    sound: async () => {
      keep();
      return sent?.result?.audioUrl ?? '';
    },
    tracklist: (text) => ({ text }),
    onSaved: async (id, { title }) => {
      toast({ title: t('desk.save.saved'), description: title.trim() });
      await navigate({ to: '/mixes/$id', params: { id } });
    },
  });
  const { error } = saving;
  const wrong = error instanceof ApiError ? (error.fieldErrors.text ?? error.fieldErrors.tracklist)?.[0] : undefined;
  const isReady = draft.title.trim() !== '' && draft.djName.trim() !== '' && sent?.result != null;
  return (
    <Dialog
      open
      wide
      keepOpen={saving.isRunning}
      onOpenChange={(open) => !open && onClose()}
      title={t('desk.upload.title')}
      description={t('desk.upload.lead')}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void saving.save(draft);
        }}
      >
        <div className="flex flex-wrap items-center gap-3">
          <FileButton label={t('desk.upload.choose')} accept={FORMATS} onFile={(file) => void choose(file)} />
          <span className="min-w-0 truncate text-fg-muted text-sm">{sent?.file.name}</span>
        </div>
        {sent && <Progress sent={sent} />}
        <SaveFields draft={draft} onChange={setDraft} tracklistError={wrong} />
        {error !== null && !wrong && (
          <p role="alert" className="text-danger text-sm">
            {messageOf(error, t('desk.upload.failed'))} <WayOn error={error} />
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="ghost" onClick={onClose}>
            {t('desk.upload.cancel')}
          </Button>
          <Button type="submit" pending={saving.isRunning} disabled={!isReady}>
            {t('desk.save.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Progress({ sent: { file, bytes, isRetrying, result, error } }: { sent: Sent }) {
  if (error !== null)
    return (
      <p role="alert" className="text-danger text-sm">
        {messageOf(error, t('desk.upload.notSent'))} <WayOn error={error} />
      </p>
    );
  if (result) return <p role="status">{t('desk.sending.whole')}</p>;
  return (
    <>
      <ProgressBar label={t('desk.save.saving')} value={bytes} max={file.size} />
      {isRetrying && <p role="status">{t('desk.upload.retrying')}</p>}
    </>
  );
}
