import { Trash2 } from 'lucide-react';
import { t } from '@/i18n/admin';
import { AskDialog } from '@/ui/ask-dialog';
import { IconButton } from '@/ui/icon-button';

/** Deletes an item after asking. */
export function DeleteButton({ name, text, onConfirm }: { name: string; text: string; onConfirm: () => void }) {
  const title = t('admin.deleteNamed', { name });
  return (
    <AskDialog
      trigger={<IconButton icon={Trash2} label={title} size="sm" />}
      title={title}
      description={text}
      action={t('admin.delete')}
      onConfirm={onConfirm}
    />
  );
}
