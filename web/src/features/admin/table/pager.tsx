import { ChevronLeft, ChevronRight } from 'lucide-react';
import { language, t } from '@/i18n/admin/table';
import { count } from '@/lib/format';
import { IconButton } from '@/ui/icon-button';

/** The pages of a list, if it has several. */
export function Pager({ page, pages, onGo }: { page: number; pages: number; onGo: (page: number) => void }) {
  if (pages < 2 || page > pages) return null;
  return (
    <nav aria-label={t('table.pages')} className="mt-4 flex items-center justify-end gap-2 text-sm">
      <IconButton icon={ChevronLeft} label={t('table.previous')} disabled={page <= 1} onClick={() => onGo(page - 1)} />
      <span className="tnum">{t('table.page', { page: count(page, language()), pages: count(pages, language()) })}</span>
      <IconButton icon={ChevronRight} label={t('table.next')} disabled={page >= pages} onClick={() => onGo(page + 1)} />
    </nav>
  );
}
