import { Check, ChevronRight } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { Fragment, useRef } from 'react';
import { cn } from '@/lib/cn';
import { type MenuAction, type MenuItem, type Submenu, useOpenMenu } from './open-menu';

/** The one menu of all rows, at the position where it was opened. Closing returns the focus. */
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
          align={open?.align}
          onClose={() => {
            if (from.current instanceof HTMLElement && !isInDialogWithout(from.current)) from.current.focus({ preventScroll: true });
            from.current = null;
          }}
        />
      </Radix.Portal>
    </Radix.Root>
  );
}

/** Whether the focus is in a dialog that a menu item opened: it stays there. */
function isInDialogWithout(element: Element): boolean {
  const dialog = document.activeElement?.closest('[role=dialog], [role=alertdialog]');
  return dialog != null && !dialog.contains(element);
}

function MenuContent({
  label,
  items,
  align = 'start',
  onClose,
}: {
  label: string;
  items: MenuItem[];
  align?: 'start' | 'end';
  onClose: () => void;
}) {
  return (
    <Radix.Content
      aria-label={label}
      align={align}
      sideOffset={4}
      collisionPadding={8}
      tabIndex={0} // a menu that scrolls has to be in the tab order
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        onClose();
      }}
      className="z-(--z-menu) max-h-(--radix-dropdown-menu-content-available-height) min-w-52 animate-pop-in overflow-y-auto rounded-md border border-line bg-surface-2 p-1.5 shadow-3"
    >
      {items.map((item, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a menu's items do not move while it is open
        <Fragment key={i}>
          <Entry item={item} />
        </Fragment>
      ))}
    </Radix.Content>
  );
}

function Entry({ item }: { item: MenuItem }) {
  if (item === 'separator') return <Radix.Separator className="my-1.5 h-px bg-line" />;
  return 'items' in item ? <Sub {...item} /> : <Item {...item} />;
}

const ITEM =
  'flex cursor-pointer select-none items-center gap-3 rounded-sm px-2.5 py-2 text-sm outline-none hit data-[disabled]:opacity-45 data-[highlighted]:bg-surface-3 data-[state=open]:bg-surface-3';

function Sub({ label, icon: Icon, items }: Submenu) {
  return (
    <Radix.Sub>
      <Radix.SubTrigger className={cn(ITEM, 'text-fg')}>
        {Icon && <Icon size={16} className="shrink-0 opacity-80" aria-hidden />}
        <span className="flex-1">{label}</span>
        <ChevronRight size={16} className="shrink-0 opacity-80" aria-hidden />
      </Radix.SubTrigger>
      <Radix.Portal>
        <Radix.SubContent
          aria-label={label}
          collisionPadding={8}
          className="z-(--z-menu) max-h-(--radix-dropdown-menu-content-available-height) min-w-44 animate-pop-in overflow-y-auto rounded-md border border-line bg-surface-2 p-1.5 shadow-3"
        >
          {items.map((item) => (
            <Item key={item.label} {...item} />
          ))}
        </Radix.SubContent>
      </Radix.Portal>
    </Radix.Sub>
  );
}

function Item({ label, icon: Icon, onSelect, danger, disabled, hint, checked }: MenuAction) {
  const Kind = checked === undefined ? Radix.Item : Radix.CheckboxItem;
  return (
    <Kind
      disabled={disabled}
      onSelect={onSelect}
      {...(checked === undefined ? {} : { checked })}
      className={cn(ITEM, danger ? 'text-danger' : 'text-fg')}
    >
      {Icon && <Icon size={16} className="shrink-0 opacity-80" aria-hidden />}
      <span className="flex-1">{label}</span>
      {hint && <kbd className="font-sans text-2xs text-fg-faint">{hint}</kbd>}
      {checked && <Check size={16} className="shrink-0 text-accent-text" aria-hidden />}
    </Kind>
  );
}
