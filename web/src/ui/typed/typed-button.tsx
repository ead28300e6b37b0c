import { type ReactNode, useState } from 'react';
import { t } from '@/i18n/t';
import { Dialog } from '../dialog';
import { WordForm } from './word-form';

type TypedButtonProps = {
  trigger: ReactNode;
  title: string;
  text: string;
  /** What people type, such as the name of what it is about; if omitted or empty, the word for deleting. */
  word?: string;
  action: string;
  onConfirm: () => void;
};

/** A button of something that cannot be taken back: people type a word first, so that a slip of the finger destroys nothing. */
export function TypedButton({ trigger, title, text, word, action, onConfirm }: TypedButtonProps) {
  const [open, setOpen] = useState(false);
  const confirm = () => {
    setOpen(false);
    onConfirm();
  };
  return (
    <Dialog open={open} onOpenChange={setOpen} trigger={trigger} title={title} description={text}>
      <WordForm word={word?.trim() || t('ui.deleteWord')} label={action} onConfirm={confirm} />
    </Dialog>
  );
}
