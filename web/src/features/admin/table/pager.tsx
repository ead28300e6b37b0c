import { ChevronLeft, ChevronRight } from 'lucide-react';
import { language, t } from '@/i18n/admin/table';
import { count } from '@/lib/format';
import { IconButton } from '@/ui/icon-button';
import { PAGE_SIZE, type TableState } from './use-table-state';

/** The pages of a table, if it has several. */
export function Pager({ state: { page, set }, total }: { state: TableState; total: number }) {
  const pages = Math.ceil(total / PAGE_SIZE);
  if (pages < 2 || page > pages) return null;
  const go = (to: number) => set({ page: to > 1 ? String(to) : undefined });
  return (
    <nav aria-label={t('table.pages')} className="mt-4 flex items-center justify-end gap-2 text-sm">
      <IconButton icon={ChevronLeft} label={t('table.previous')} disabled={page <= 1} onClick={() => go(page - 1)} />
      <span className="tnum">{t('table.page', { page: count(page, language()), pages: count(pages, language()) })}</span>
      <IconButton icon={ChevronRight} label={t('table.next')} disabled={page >= pages} onClick={() => go(page + 1)} />
    </nav>
  );
}
