import { Dialog as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { Overlay, returnFocus } from './dialog';

const SIDES = {
  left: 'inset-y-0 left-0 w-[min(86vw,300px)] animate-slide-in-left data-[state=closed]:animate-slide-out-left',
  right: 'inset-y-0 right-0 w-[min(100vw,26rem)] animate-fade-in data-[state=closed]:animate-fade-out',
  bottom: 'inset-x-0 bottom-0 max-h-[92dvh] rounded-t-xl animate-slide-in-up data-[state=closed]:animate-slide-out-down',
  full: 'inset-0 animate-slide-in-up data-[state=closed]:animate-slide-out-down',
} as const;

type SheetProps = Pick<ComponentProps<typeof Radix.Root>, 'open' | 'onOpenChange'> & {
  side: keyof typeof SIDES;
  /** The accessible name; not shown. */
  title: string;
  children: ReactNode;
  className?: string;
};

/** A modal that slides in from an edge: the menu drawer, the details of a row, the queue on a phone, the full-screen player. */
export function Sheet({ open, onOpenChange, side, title, children, className }: SheetProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Overlay />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            returnFocus();
          }}
          className={cn('fixed z-(--z-dialog) flex flex-col overflow-y-auto bg-sunken shadow-3', SIDES[side], className)}
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
