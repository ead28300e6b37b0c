import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';

type TabsProps<T extends string> = {
  /** The accessible name of the tab list. */
  label: string;
  value: T;
  onChange: (value: T) => void;
  tabs: readonly { value: T; label: string; lang?: string }[];
  /** The panel of the current tab. */
  children: ReactNode;
};

/** A row of tabs and the panel of the selected one. Arrow keys move, Home and End jump. */
export function Tabs<T extends string>({ label, value, onChange, tabs, children }: TabsProps<T>) {
  const row = useRef<HTMLDivElement>(null);
  const id = useId();
  // On small screens the row scrolls, and the selected tab may be out of sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another tab is chosen
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[data-state=active]');
    if (!row.current || !tab) return;
    // Scrolls only the row, not the page.
    const [box, inside] = [row.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    if (inside.left < box.left) row.current.scrollLeft += inside.left - box.left;
    else if (inside.right > box.right) row.current.scrollLeft += inside.right - box.right;
  }, [value]);
  const chosen = tabs.findIndex((tab) => tab.value === value);
  const onKeyDown = (event: KeyboardEvent) => {
    const to = destination(event, chosen, tabs.length);
    const tab = to === undefined ? undefined : tabs[to];
    if (to === undefined || !tab) return;
    event.preventDefault();
    event.stopPropagation(); // elsewhere, the arrow keys belong to the player
    row.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus();
    onChange(tab.value);
  };
  return (
    <div>
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="-mx-1 mb-6 flex gap-1 overflow-x-auto p-1 [scrollbar-width:none]"
      >
        {tabs.map((tab, i) => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-${tab.value}`}
            lang={tab.lang}
            aria-selected={i === chosen}
            aria-controls={i === chosen ? `${id}-panel` : undefined}
            tabIndex={i === Math.max(0, chosen) ? 0 : -1}
            data-state={i === chosen ? 'active' : 'inactive'}
            onClick={() => i !== chosen && onChange(tab.value)}
            className="h-9 shrink-0 rounded-full px-4 font-semibold text-fg-muted text-sm transition hover:bg-surface-2 hover:text-fg data-[state=active]:bg-fg data-[state=active]:text-bg hit"
          >
            {tab.label}
          </button>
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a panel may hold nothing that takes the focus */}
      <div key={value} role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`} tabIndex={0}>
        {children}
      </div>
    </div>
  );
}

/** The tab that a key moves to, wrapping around; undefined for other keys. */
function destination({ key, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent, from: number, count: number): number | undefined {
  if (ctrlKey || altKey || metaKey || shiftKey) return undefined;
  return { ArrowLeft: (from + count - 1) % count, ArrowRight: (from + 1) % count, Home: 0, End: count - 1 }[key];
}
