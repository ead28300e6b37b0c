import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import type { FormEvent } from 'react';
import { t } from '@/i18n/t';

/** Opens the search page with its text, unless it is empty. */
export function SearchBox() {
  const navigate = useNavigate();
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const q = String(new FormData(event.currentTarget).get('q')).trim();
    if (q) void navigate({ to: '/search', search: { q } });
  };
  return (
    <search>
      <form onSubmit={submit} className="relative max-w-[420px]">
        <Search size={18} aria-hidden className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-fg-muted" />
        <input
          name="q"
          type="search"
          autoComplete="off"
          aria-label={t('nav.search')}
          placeholder={t('home.searchPlaceholder')}
          className="h-11 w-full rounded-full border border-transparent bg-(--fill) pr-4 pl-11 placeholder:text-fg-muted hover:border-line-strong"
        />
      </form>
    </search>
  );
}
