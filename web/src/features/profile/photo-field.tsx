import { useEffect, useId, useRef, useState } from 'react';
import type { User } from '@/api/types';
import { t } from '@/i18n/settings';
import { Avatar } from '@/ui/avatar';
import { Button } from '@/ui/button';
import { PHOTO_TYPES, type PhotoChange, problemOf } from './photo';

type PhotoFieldProps = {
  user: User;
  photo: PhotoChange;
  onChange: (photo: PhotoChange) => void;
  /** Upload progress, 0 to 1; undefined if there is no upload. */
  progress: number | undefined;
  /** The server's error about the photo. */
  refusal: string | undefined;
};

/** The current or new photo, with buttons to choose another or to remove it. */
export function PhotoField({ user, photo, onChange, progress, refusal }: PhotoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [problem, setProblem] = useState<'type' | 'size' | null>(null);
  const preview = photo !== null && photo !== 'remove' ? photo.url : null;
  useEffect(() => () => (preview === null ? undefined : URL.revokeObjectURL(preview)), [preview]);

  const choose = async (file: File | undefined) => {
    if (!file) return;
    const found = await problemOf(file);
    setProblem(found);
    if (found === null) onChange({ file, url: URL.createObjectURL(file) });
  };
  const shown = { ...user, profileImageUrl: preview ?? (photo === 'remove' ? null : user.profileImageUrl) };
  const error = problem ? t(`profile.photo.${problem}`) : refusal;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <Avatar user={shown} className="size-20 text-xl" />
      <div className="min-w-0 flex-1">
        <input
          ref={input}
          type="file"
          accept={PHOTO_TYPES}
          className="sr-only"
          tabIndex={-1}
          aria-label={t('profile.photo')}
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="secondary" aria-describedby={`${id}-hint`} onClick={() => input.current?.click()}>
            {t('profile.photo.choose')}
          </Button>
          {shown.profileImageUrl && (
            <Button
              size="sm"
              variant="ghost"
              onClick={() => {
                setProblem(null);
                onChange(user.profileImageUrl ? 'remove' : null);
              }}
            >
              {t('profile.photo.remove')}
            </Button>
          )}
        </div>
        <p id={`${id}-hint`} className="mt-1.5 text-fg-muted text-sm">
          {t('profile.photo.hint')}
        </p>
        {error && (
          <p role="alert" className="text-danger text-sm">
            {error}
          </p>
        )}
        {progress !== undefined && (
          <progress aria-label={t('profile.photo.sending')} value={progress} className="mt-2 h-1.5 w-full max-w-60 accent-(--accent)" />
        )}
      </div>
    </div>
  );
}
