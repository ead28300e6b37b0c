import { t } from '@/i18n/admin/table';
import { Dialog } from '@/ui/dialog';
import type { Failure } from './use-bulk';

/** Lists the items for which a bulk action failed, with the reasons. */
export function FailureDialog({ failure, onClose }: { failure: Failure | null; onClose: () => void }) {
  return (
    <Dialog
      open={failure !== null}
      onOpenChange={(open) => open || onClose()}
      title={failure ? t('table.someFailed', { done: failure.done, failed: failure.failed.length }) : ''}
      description={t('table.someFailedText')}
    >
      <ul className="max-h-80 divide-y divide-line overflow-y-auto">
        {failure?.failed.map(({ id, name, detail }) => (
          <li key={id} className="py-2">
            <span className="block break-words font-semibold">{name}</span>
            <span className="text-fg-muted text-sm">{detail}</span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
