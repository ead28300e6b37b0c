import { type FormEvent, useState } from 'react';
import { t } from '@/i18n/admin/table';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import type { RunningAction } from './columns';

/** How many names the question lists. */
const NAMED = 5;

type TypedDialogProps = {
  action: Pick<RunningAction, 'label' | 'warning'> | null;
  /** The items that it is about. */
  names: readonly string[];
  onClose: () => void;
  onConfirm: () => void;
};

/** Asks before something that cannot be taken back. People type a word, so that a slip of the finger deletes nothing. */
export function TypedDialog({ action, names, onClose, onConfirm }: TypedDialogProps) {
  return (
    <Dialog
      open={action !== null}
      onOpenChange={(open) => open || onClose()}
      title={action ? `${action.label}?` : ''}
      description={action?.warning}
    >
      <ul className="list-disc pl-5 text-sm">
        {names.slice(0, NAMED).map((name, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: several items may have the same name
          <li key={i} className="break-words">
            {name}
          </li>
        ))}
        {names.length > NAMED && <li>{t('table.andMore', { n: names.length - NAMED })}</li>}
      </ul>
      {action && <WordForm label={action.label} onConfirm={onConfirm} />}
    </Dialog>
  );
}

function WordForm({ label, onConfirm }: { label: string; onConfirm: () => void }) {
  const [typed, setTyped] = useState('');
  const word = t('table.word');
  const isTyped = typed.trim().toLowerCase() === word;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isTyped) onConfirm();
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field autoComplete="off" label={t('table.type', { word })} value={typed} onChange={({ target }) => setTyped(target.value)} />
      <Button type="submit" variant="danger" className="justify-self-end" disabled={!isTyped}>
        {label}
      </Button>
    </form>
  );
}
