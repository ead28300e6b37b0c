import { Trash2 } from 'lucide-react';
import { t } from '@/i18n/admin';
import { IconButton } from '@/ui/icon-button';
import { TypedButton } from '@/ui/typed/typed-button';

/** Deletes an item after people have typed its name. */
export function DeleteButton({ name, text, onConfirm }: { name: string; text: string; onConfirm: () => void }) {
  const title = t('admin.deleteNamed', { name });
  return (
    <TypedButton
      trigger={<IconButton icon={Trash2} label={title} size="sm" />}
      title={title}
      text={text}
      word={name}
      action={t('admin.delete')}
      onConfirm={onConfirm}
    />
  );
}
