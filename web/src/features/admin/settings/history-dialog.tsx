import { useInfiniteQuery } from '@tanstack/react-query';
import type { Item } from '@/api/client';
import { language, t } from '@/i18n/admin-settings';
import { moment } from '@/lib/format';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { More } from '../more';
import { Changes, textOf } from './changes';
import { type Entered, shown } from './draft';
import { fieldOf, isName } from './fields';
import { historyQuery } from './queries';

type Save = Item<'/api/admin/settings/history'>;

type Props = { locked: readonly string[]; onClose: () => void; onRestore: (entered: Entered) => void };

/** Who changed which settings. The values before a change can be taken back into the form. */
export function HistoryDialog({ locked, onClose, onRestore }: Props) {
  const query = useInfiniteQuery(historyQuery);
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={t('adminSettings.history')}
      description={t('adminSettings.historyLead')}
    >
      <QueryView
        query={query}
        skeleton={<Skeleton className="h-60 w-full rounded-lg" />}
        isEmpty={({ pages }) => pages[0]?.items.length === 0}
        empty={<p className="text-fg-muted">{t('adminSettings.historyNone')}</p>}
      >
        {({ pages }) => (
          <>
            <ol className="grid gap-6">
              {pages
                .flatMap((page) => page.items)
                .map((save) => (
                  <li key={save.version}>
                    <Entry save={save} locked={locked} onRestore={onRestore} />
                  </li>
                ))}
            </ol>
            <More query={query} />
          </>
        )}
      </QueryView>
    </Dialog>
  );
}

function Entry({ save, locked, onRestore }: { save: Save } & Pick<Props, 'locked' | 'onRestore'>) {
  const { at, email, changes } = save;
  const when = t('adminSettings.by', { when: moment(at, language()), who: email || t('adminSettings.nobody') });
  const earlier = earlierValues(save, locked);
  return (
    <section aria-label={when} className="grid gap-2">
      <h3 className="font-semibold text-sm">{when}</h3>
      <Changes label={when} list={changes.map(inWords)} />
      {Object.keys(earlier).length > 0 && (
        <div>
          <Button variant="secondary" size="sm" onClick={() => onRestore(earlier)}>
            {t('adminSettings.restore')}
          </Button>
        </div>
      )}
    </section>
  );
}

const inWords = ({ name, before, after, secret }: Save['changes'][number]) =>
  secret ? { name, after: t('adminSettings.changed') } : { name, before: textOf(name, before), after: textOf(name, after) };

/** What the form would hold with the values before a save. Keys are not recorded, and locked settings stay as they are. */
function earlierValues({ changes }: Save, locked: readonly string[]): Entered {
  const entered: Entered = {};
  for (const { name, before, secret } of changes) {
    if (isName(name) && !secret && !locked.includes(name)) entered[name] = shown(fieldOf(name), before);
  }
  return entered;
}
