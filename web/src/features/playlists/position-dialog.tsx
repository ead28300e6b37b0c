import { type FormEvent, useState } from 'react';
import { t } from '@/i18n/playlists';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';

type PositionDialogProps = {
  title: string;
  /** Starts at 1. */
  position: number;
  total: number;
  /** Called with the index, starting at 0. */
  onMove: (to: number) => void;
  onClose: () => void;
};

/** Asks for the new position of a song as a number. */
export function PositionDialog({ title, position, total, onMove, onClose }: PositionDialogProps) {
  const [text, setText] = useState(String(position));
  const [wrong, setWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const to = Number(text.trim());
    if (!Number.isInteger(to) || to < 1 || to > total) return setWrong(true);
    if (to !== position) onMove(to - 1);
    onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('playlist.moveToTitle')}
      description={t('playlist.moveToText', { title, n: position, total })}
    >
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <Field
          label={t('playlist.position')}
          inputMode="numeric"
          autoFocus
          autoComplete="off"
          value={text}
          error={wrong ? t('playlist.positionWrong', { total }) : undefined}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => {
            setWrong(false);
            setText(target.value);
          }}
        />
        <div className="flex justify-end gap-3">
          <Button variant="ghost" onClick={onClose}>
            {t('playlist.cancel')}
          </Button>
          <Button type="submit">{t('playlist.move')}</Button>
        </div>
      </form>
    </Dialog>
  );
}
