import { t } from '@/i18n/t';
import { CloseButton } from '@/ui/dialog';
import { Sheet } from '@/ui/sheet';
import { Sidebar } from './sidebar';

/** The sidebar of small screens. */
export function Drawer({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Sheet side="left" title={t('nav.menu')} open={open} onOpenChange={onOpenChange}>
      <Sidebar close={<CloseButton />} />
    </Sheet>
  );
}
