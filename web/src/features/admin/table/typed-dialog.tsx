import { t } from '@/i18n/admin/table';
import { Dialog } from '@/ui/dialog';
import { WordForm } from '@/ui/typed/word-form';
import { Names } from './question-dialog';

type TypedDialogProps = {
  action: { label: string; warning?: string } | null;
  /** The items that it is about. */
  names: readonly string[];
  /** What people type, such as the name of the only item; if omitted or empty, the word for deleting. */
  word?: string;
  onClose: () => void;
  onConfirm: () => void;
};

/** Asks before something that cannot be taken back. People type a word, so that a slip of the finger deletes nothing. */
export function TypedDialog({ action, names, word, onClose, onConfirm }: TypedDialogProps) {
  return (
    <Dialog
      open={action !== null}
      onOpenChange={(open) => open || onClose()}
      title={action ? `${action.label}?` : ''}
      description={action?.warning}
    >
      <Names names={names} />
      {action && <WordForm word={word || t('ui.deleteWord')} label={action.label} onConfirm={onConfirm} />}
    </Dialog>
  );
}
