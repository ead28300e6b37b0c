import { SearchX } from 'lucide-react';
import { language, t } from '@/i18n/admin/table';
import { count } from '@/lib/format';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';

/** The page is behind the end of a list. */
export const Beyond = ({ total, onFirst }: { total: number; onFirst: () => void }) => (
  <EmptyState
    icon={SearchX}
    title={t('table.beyond')}
    text={`${t('table.beyondText')} ${t('table.total', { n: count(total, language()) })}`}
    action={
      <Button variant="secondary" onClick={onFirst}>
        {t('table.first')}
      </Button>
    }
  />
);
