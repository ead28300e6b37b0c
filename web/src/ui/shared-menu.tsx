import { DropdownMenu as Radix } from 'radix-ui';
import { useRef } from 'react';
import { MenuContent } from './dropdown-menu';
import { useOpenMenu } from './menu';

/** The one menu of all rows, at the point they asked for. Closing gives the focus back. */
export function SharedMenu() {
  const open = useOpenMenu((s) => s.open);
  const from = useRef<Element | null>(null);
  if (open && !from.current) from.current = document.activeElement;
  const close = () => useOpenMenu.setState({ open: null });
  return (
    <Radix.Root open={open !== null} onOpenChange={(next) => next || close()} modal={false}>
      <Radix.Trigger asChild>
        <span aria-hidden className="pointer-events-none fixed size-0" style={{ left: open?.x ?? 0, top: open?.y ?? 0 }} />
      </Radix.Trigger>
      <Radix.Portal>
        <MenuContent
          label={open?.label ?? ''}
          items={open?.items ?? []}
          onClose={() => {
            if (from.current instanceof HTMLElement) from.current.focus({ preventScroll: true });
            from.current = null;
          }}
        />
      </Radix.Portal>
    </Radix.Root>
  );
}
