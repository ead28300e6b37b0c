import { Upload } from 'lucide-react';
import { t } from '@/i18n/browse';

/** Covers the whole app while files are dragged over it. */
export function DropVeil() {
  return (
    <div
      data-slot="drop-veil"
      role="status"
      className="pointer-events-none fixed inset-0 z-(--z-dialog) grid animate-fade-in place-items-center bg-overlay p-6"
    >
      <div className="grid size-full place-content-center justify-items-center gap-3 rounded-xl border-4 border-accent border-dashed text-center text-white">
        <Upload size={48} aria-hidden />
        <p className="display text-2xl">{t('drop.title')}</p>
        <p>{t('drop.text')}</p>
      </div>
    </div>
  );
}
