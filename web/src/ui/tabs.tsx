import { Tabs as Radix } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';

type TabsProps<T extends string> = {
  /** The accessible name of the row. */
  label: string;
  value: T;
  onChange: (value: T) => void;
  tabs: readonly { value: T; label: string; lang?: string }[];
  /** The panel of the present tab. */
  children: ReactNode;
};

/** A row of tabs and the panel of the chosen one. Arrow keys move, Home and End jump. */
export function Tabs<T extends string>({ label, value, onChange, tabs, children }: TabsProps<T>) {
  const row = useRef<HTMLDivElement>(null);
  // On small screens the row scrolls, and the chosen tab may lie beyond its edge.
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another tab is chosen
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>('[data-state=active]');
    if (!row.current || !tab) return;
    // The row alone: the page stays where it is.
    const [box, inside] = [row.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    if (inside.left < box.left) row.current.scrollLeft += inside.left - box.left;
    else if (inside.right > box.right) row.current.scrollLeft += inside.right - box.right;
  }, [value]);
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as T)}>
      <Radix.List ref={row} aria-label={label} className="-mx-1 mb-6 flex gap-1 overflow-x-auto p-1 [scrollbar-width:none]">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            lang={tab.lang}
            className="h-9 shrink-0 rounded-full px-4 font-semibold text-fg-muted text-sm transition-colors hover:bg-surface-2 hover:text-fg data-[state=active]:bg-fg data-[state=active]:text-bg hit"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <Radix.Content key={value} value={value}>
        {children}
      </Radix.Content>
    </Radix.Root>
  );
}
