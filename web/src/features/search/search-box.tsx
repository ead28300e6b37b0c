import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { t } from '@/i18n/lists';
import { IconButton } from '@/ui/icon-button';

type SearchBoxProps = {
  value: string;
  onChange: (value: string) => void;
  /** Enter: search immediately. */
  onSubmit: () => void;
  /** Arrow down: move to the results. */
  onLeave: () => void;
};

/** The page's search box. Esc clears it. */
export function SearchBox({ value, onChange, onSubmit, onLeave }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Not where an on-screen keyboard would cover half the page. Runs after the frame in which the shell focuses the new page.
    if (!matchMedia('(pointer: fine)').matches) return;
    const frame = requestAnimationFrame(() => input.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && value !== '') onChange('');
    else if (event.key === 'Enter') onSubmit();
    else if (event.key === 'ArrowDown') onLeave();
    else return;
    event.preventDefault();
  };
  return (
    <search className="relative block max-w-2xl">
      <Search size={20} aria-hidden className="pointer-events-none absolute top-1/2 left-4.5 -translate-y-1/2 text-fg-muted" />
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={200}
        aria-label={t('search.label')}
        placeholder={t('search.placeholder')}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-13 w-full rounded-full border border-control-line bg-surface pr-14 pl-12.5 text-base transition [&::-webkit-search-cancel-button]:hidden placeholder:text-fg-muted hover:border-fg-muted"
      />
      {value !== '' && (
        <IconButton
          icon={X}
          label={t('search.clear')}
          tooltip={false}
          size="sm"
          className="absolute top-1/2 right-2.5 -translate-y-1/2"
          onClick={() => {
            onChange('');
            input.current?.focus();
          }}
        />
      )}
    </search>
  );
}
