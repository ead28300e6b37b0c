import { type CSSProperties, useState } from 'react';
import { CUE_COLORS } from '@/dj/deck/hot-cues';
import { MAX_NAME } from '@/dj/marks/marks';
import { t } from '@/i18n/desk';
import { longTime } from '@/lib/format';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';

type MarkDialogProps = {
  title: string;
  name: string;
  /** #rrggbb or ''; absent for marks without a colour. */
  color?: string;
  /** Seconds. */
  at: number;
  /** Moves the mark to where the deck is; absent for marks that stay. */
  onHere?: () => void;
  onSave: (name: string, color: string) => void;
  onDelete: () => void;
  onClose: () => void;
};

/** Names and colours a hot cue or a saved loop, moves or deletes it. */
export function MarkDialog({ title, name: first, color: chosen, at, onHere, onSave, onDelete, onClose }: MarkDialogProps) {
  const [name, setName] = useState(first);
  const [color, setColor] = useState(chosen ?? '');
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={t('desk.markAt', { at: longTime(at) })}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          onSave(name.trim(), color);
          onClose();
        }}
      >
        <Field label={t('desk.markName')} value={name} maxLength={MAX_NAME} onChange={({ target }) => setName(target.value)} />
        {chosen !== undefined && <Colours color={color} onChange={setColor} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            variant="ghost"
            className="mr-auto"
            onClick={() => {
              onDelete();
              onClose();
            }}
          >
            {t('desk.markDelete')}
          </Button>
          {onHere && (
            <Button variant="secondary" onClick={onHere}>
              {t('desk.markHere')}
            </Button>
          )}
          <Button type="submit">{t('desk.markSave')}</Button>
        </div>
      </form>
    </Dialog>
  );
}

function Colours({ color, onChange }: { color: string; onChange: (color: string) => void }) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-sm">{t('desk.markColour')}</legend>
      <div className="flex flex-wrap gap-2">
        {['', ...CUE_COLORS].map((one, i) => (
          <label key={one} className="desk-colour" style={{ '--cue': one || 'transparent' } as CSSProperties}>
            <input
              type="radio"
              name="colour"
              className="sr-only"
              checked={color === one}
              onChange={() => onChange(one)}
              aria-label={i === 0 ? t('desk.markPlain') : t('desk.markColourOf', { n: i })}
            />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
