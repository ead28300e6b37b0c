import { type FormEvent, useState } from 'react';
import { t } from '@/i18n/t';
import { Button } from '../button';
import { Field } from '../field';

/** How a text is compared: case and spaces are easily typed differently. */
const folded = (text: string) => text.replace(/\s+/g, ' ').trim().toLocaleLowerCase();

/** A button that works once people have typed a word, or the name of what it is about. */
export function WordForm({ word, label, onConfirm }: { word: string; label: string; onConfirm: () => void }) {
  const [typed, setTyped] = useState('');
  const isTyped = folded(typed) === folded(word);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isTyped) onConfirm();
  };
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field autoComplete="off" label={t('ui.typeWord', { word })} value={typed} onChange={({ target }) => setTyped(target.value)} />
      <Button type="submit" variant="danger" className="justify-self-end" disabled={!isTyped}>
        {label}
      </Button>
    </form>
  );
}
