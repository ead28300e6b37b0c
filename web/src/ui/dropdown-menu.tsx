import { DropdownMenu as Radix } from 'radix-ui';
import { Fragment, type ReactNode } from 'react';
import { cn } from '@/lib/cn';
import type { MenuItem } from './menu';

/** A menu with its own trigger, for places that exist once. */
export function DropdownMenu({
  trigger,
  label,
  items,
  align = 'end',
}: {
  trigger: ReactNode;
  label: string;
  items: MenuItem[];
  align?: 'start' | 'center' | 'end';
}) {
  return (
    <Radix.Root modal={false}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <MenuContent label={label} items={items} align={align} />
      </Radix.Portal>
    </Radix.Root>
  );
}

export function MenuContent({
  label,
  items,
  align = 'start',
  onClose,
}: {
  label: string;
  items: MenuItem[];
  align?: 'start' | 'center' | 'end';
  onClose?: () => void;
}) {
  return (
    <Radix.Content
      aria-label={label}
      align={align}
      sideOffset={4}
      collisionPadding={8}
      onCloseAutoFocus={
        onClose &&
        ((event) => {
          event.preventDefault();
          onClose();
        })
      }
      className="z-(--z-menu) min-w-52 animate-pop-in rounded-md border border-line bg-surface-2 p-1.5 shadow-3"
    >
      {items.map((item, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a menu's items do not move while it is open
        <Fragment key={i}>{item === 'separator' ? <Radix.Separator className="my-1.5 h-px bg-line" /> : <Item {...item} />}</Fragment>
      ))}
    </Radix.Content>
  );
}

function Item({ label, icon: Icon, onSelect, danger, disabled, hint }: Exclude<MenuItem, 'separator'>) {
  return (
    <Radix.Item
      disabled={disabled}
      onSelect={onSelect}
      className={cn(
        'flex cursor-pointer select-none items-center gap-3 rounded-sm px-2.5 py-2 text-sm outline-none hit data-[disabled]:opacity-45 data-[highlighted]:bg-surface-3',
        danger ? 'text-danger' : 'text-fg',
      )}
    >
      {Icon && <Icon size={16} className="shrink-0 opacity-80" aria-hidden />}
      <span className="flex-1">{label}</span>
      {hint && <kbd className="font-sans text-2xs text-fg-faint">{hint}</kbd>}
    </Radix.Item>
  );
}
