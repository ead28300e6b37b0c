import { t } from '@/i18n/admin/table';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';

/** How many names a question lists. */
const NAMED = 5;

/** The items that a question is about. */
export function Names({ names }: { names: readonly string[] }) {
  return (
    <ul className="list-disc pl-5 text-sm">
      {names.slice(0, NAMED).map((name, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: several items may have the same name
        <li key={i} className="break-words">
          {name}
        </li>
      ))}
      {names.length > NAMED && <li>{t('table.andMore', { n: names.length - NAMED })}</li>}
    </ul>
  );
}

type QuestionDialogProps = {
  action: { label: string; question?: string } | null;
  names: readonly string[];
  onClose: () => void;
  onConfirm: () => void;
};

/** Asks, with the names, before something that gives or takes much. */
export function QuestionDialog({ action, names, onClose, onConfirm }: QuestionDialogProps) {
  return (
    <Dialog
      open={action !== null}
      onOpenChange={(open) => open || onClose()}
      title={action ? `${action.label}?` : ''}
      description={action?.question}
    >
      <Names names={names} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" onClick={onClose}>
          {t('table.cancel')}
        </Button>
        <Button variant="danger" onClick={onConfirm}>
          {action?.label}
        </Button>
      </div>
    </Dialog>
  );
}
