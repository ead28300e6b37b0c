import { t } from '@/i18n/ai-review';
import { Badge } from '@/ui/badge';
import { Dialog } from '@/ui/dialog';
import { QueryView } from '@/ui/query-view';
import { RowsSkeleton } from '@/ui/rows-skeleton';
import { useCheck } from './queries';

/** Asks the providers whether they answer, and says so for each. */
export function ProvidersDialog({ onClose }: { onClose: () => void }) {
  const check = useCheck();
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('aiReview.providers')}>
      <QueryView query={check} skeleton={<RowsSkeleton rowHeight={48} rows={4} />}>
        {({ items }) => (
          <ul className="divide-y divide-line">
            {items.map(({ name, label, configured, ok, detail, latencyMs }) => (
              <li key={name} className="flex items-center justify-between gap-4 py-3">
                <div className="min-w-0">
                  <p className="font-semibold">{label}</p>
                  <p className="break-words text-fg-muted text-sm">
                    {[detail, latencyMs !== null && ok && `${latencyMs} ms`].filter(Boolean).join(' · ')}
                  </p>
                </div>
                <Badge tone={!configured ? 'neutral' : ok ? 'success' : 'danger'}>
                  {t(!configured ? 'aiReview.provider.off' : ok ? 'aiReview.provider.ok' : 'aiReview.provider.failed')}
                </Badge>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Dialog>
  );
}
