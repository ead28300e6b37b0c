import { useMutation } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '@/api/error';
import { t } from '@/i18n/settings';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { IconButton } from '@/ui/icon-button';
import { useAccountChanged } from './queries';

type RenameProps = {
  /** The address of the PUT request. */
  save: (name: string) => Promise<unknown>;
  name: string;
  /** The label of the button. */
  label: string;
  /** The hint if the field can stay empty; without it, it cannot. */
  hint?: string;
};

/** Renames a passkey or a device. */
export function Rename({ save, name, label, hint }: RenameProps) {
  const [open, setOpen] = useState(false);
  const [next, setNext] = useState(name);
  const changed = useAccountChanged();
  const rename = useMutation({
    mutationFn: () => save(next.trim()),
    onSuccess: () => setOpen(false),
    onSettled: changed,
  });
  return (
    <Dialog
      open={open}
      onOpenChange={(wanted) => {
        setOpen(wanted);
        setNext(name);
      }}
      trigger={<IconButton icon={Pencil} label={label} />}
      title={t('settings.rename')}
    >
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          rename.mutate();
        }}
      >
        <Field
          label={t('settings.name')}
          hint={hint}
          maxLength={100}
          value={next}
          onChange={(event) => setNext(event.target.value)}
          error={rename.error ? messageOf(rename.error, t('settings.notSaved'), ['name', 'detail']) : undefined}
        />
        <div className="flex justify-end gap-3">
          <DialogClose asChild>
            <Button variant="ghost">{t('ask.cancel')}</Button>
          </DialogClose>
          <Button type="submit" pending={rename.isPending} disabled={!hint && next.trim() === ''}>
            {t('settings.rename')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
