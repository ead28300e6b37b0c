import { type FormEvent, useState } from 'react';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { TextArea } from '@/ui/text-area';
import type { RunningAction } from './columns';
import { Names } from './question-dialog';

type ReasonDialogProps = {
  label: string;
  reason: NonNullable<RunningAction['reason']>;
  /** The items that it is about. */
  names: readonly string[];
  onClose: () => void;
  onConfirm: (reason: string) => void;
};

/** Asks for the reason of an action, which people may leave empty. */
export function ReasonDialog({ label, reason, names, onClose, onConfirm }: ReasonDialogProps) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onConfirm(text.trim());
  };
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={`${label}?`}>
      <Names names={names} />
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <TextArea label={reason.label} maxLength={reason.max} value={text} onChange={({ target }) => setText(target.value)} />
        <Button type="submit" variant="danger" className="justify-self-end">
          {label}
        </Button>
      </form>
    </Dialog>
  );
}
