import { useQuery } from '@tanstack/react-query';
import { language, t } from '@/i18n/tags';
import { moment } from '@/lib/format';
import { Button } from '@/ui/button';
import { editsQuery, useUndo } from './tag-queries';

const SHOWN = 3;

/** The person's last changes of tags, with Undo. */
export function RecentEdits() {
  const { data = [] } = useQuery(editsQuery);
  const undo = useUndo();
  const edits = data.filter((edit) => edit.undoneAt === null).slice(0, SHOWN);
  if (edits.length === 0) return null;
  return (
    <section aria-label={t('tags.recent')} className="border-line border-t pt-4 text-sm">
      <h3 className="font-semibold">{t('tags.recent')}</h3>
      <ul className="mt-1">
        {edits.map((edit) => (
          <li key={edit.id} className="flex items-center justify-between gap-3 py-1">
            <span className="text-fg-muted">{t('tags.edit', { n: edit.tracks, at: moment(edit.createdAt, language()) })}</span>
            <Button size="sm" variant="ghost" disabled={undo.isPending} onClick={() => undo.mutate([edit.id])}>
              {t('tags.undo')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
