import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';

type ConfirmDialogProps = {
  title: string;
  text: string;
  stay: string;
  action: string;
  pending: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks for confirmation of something that cannot be undone. */
export function ConfirmDialog({ title, text, stay, action, pending, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={text}>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" autoFocus onClick={onClose}>
          {stay}
        </Button>
        <Button variant="danger" pending={pending} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
