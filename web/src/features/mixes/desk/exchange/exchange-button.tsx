import { ArrowLeftRight, Download, Upload } from 'lucide-react';
import { useState } from 'react';
import { t, withTexts } from '@/i18n/desk';
import { useMenuButton } from '@/ui/menu/menu-button';
import { dialogPart } from '@/ui/part/part';

const ImportDialog = dialogPart(() => import('./import-dialog').then(withTexts).then((m) => m.ImportDialog));
const ExportDialog = dialogPart(() => import('./export-dialog').then(withTexts).then((m) => m.ExportDialog));

/** A menu of what goes to and comes from other DJ programs. */
export function ExchangeButton() {
  const [open, setOpen] = useState<'import' | 'export' | null>(null);
  const name = t('desk.exchange');
  const menu = useMenuButton(name, () => [
    { label: t('desk.import'), icon: Download, onSelect: () => setOpen('import') },
    { label: t('desk.export'), icon: Upload, onSelect: () => setOpen('export') },
  ]);
  const close = () => setOpen(null);
  return (
    <>
      <button type="button" className="desk-exchange" aria-label={name} title={name} {...menu}>
        <ArrowLeftRight size={16} aria-hidden />
      </button>
      {open === 'import' && <ImportDialog onClose={close} />}
      {open === 'export' && <ExportDialog onClose={close} />}
    </>
  );
}
