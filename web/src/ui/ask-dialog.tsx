import type { ReactNode } from 'react';
import { t } from '@/i18n/settings';
import { Button } from './button';
import { Dialog, DialogClose } from './dialog';

type AskDialogProps = { trigger: ReactNode; title: string; description?: string; action: string; onConfirm: () => void };

/** A button that asks for confirmation in a dialog. */
export function AskDialog({ trigger, title, description, action, onConfirm }: AskDialogProps) {
  return (
    <Dialog trigger={trigger} title={title} description={description}>
      <div className="flex flex-wrap justify-end gap-3">
        <DialogClose asChild>
          <Button variant="ghost">{t('ask.cancel')}</Button>
        </DialogClose>
        <DialogClose asChild>
          <Button variant="danger" onClick={onConfirm}>
            {action}
          </Button>
        </DialogClose>
      </div>
    </Dialog>
  );
}
