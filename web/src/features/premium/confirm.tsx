import type { ReactNode } from 'react';
import { t } from '@/i18n/premium';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';

type ConfirmProps = { trigger: ReactNode; title: string; text: string; action: string; danger?: boolean; onConfirm: () => void };

/** A button that asks first. Its dialog has no button “Cancel”, which could mean the subscription. */
export function Confirm({ trigger, title, text, action, danger = false, onConfirm }: ConfirmProps) {
  return (
    <Dialog trigger={trigger} title={title} description={text}>
      <div className="flex flex-wrap justify-end gap-3">
        <DialogClose asChild>
          <Button variant="ghost">{t('premium.keep')}</Button>
        </DialogClose>
        <DialogClose asChild>
          <Button variant={danger ? 'danger' : 'primary'} onClick={onConfirm}>
            {action}
          </Button>
        </DialogClose>
      </div>
    </Dialog>
  );
}
