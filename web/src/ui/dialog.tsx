import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { t } from '@/i18n/t';
import { cn } from '@/lib/cn';

export const DialogClose = Radix.Close;

/**
 * Dims the page and stops its scrolling (in base.css, by this data-slot). Radix's own scroll lock writes a style element, which the
 * page's content security policy forbids.
 */
export function Overlay() {
  return <div data-slot="overlay" className="fixed inset-0 z-(--z-dialog) animate-fade-in bg-overlay" />;
}

/** The element that had the focus before a menu or dialog took it. */
let opener: Element | null = null;
document.addEventListener('focusin', ({ target }) => {
  if (target instanceof Element && !target.closest('[role=menu], [role=dialog]')) opener = target;
});

/** Where a dialog without its own trigger returns the focus: to the element that opened it, or to the page if that is gone. */
export function returnFocus() {
  const to = opener?.isConnected ? opener : document.querySelector('main');
  if (to instanceof HTMLElement) to.focus();
}

type DialogProps = Pick<ComponentProps<typeof Radix.Root>, 'open' | 'onOpenChange'> & {
  trigger?: ReactNode;
  title: string;
  description?: string;
  children: ReactNode;
  className?: string;
  /** For lists and many fields. */
  wide?: boolean;
  /** For content that cannot be shown again: Esc and a click outside do not close the dialog. */
  keepOpen?: boolean;
};

/** A modal with a title, controlled by `open` or by its own `trigger`. Closes with Esc, the close button and a click outside. */
export function Dialog({ open, onOpenChange, trigger, title, description, children, className, wide = false, keepOpen }: DialogProps) {
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      {trigger && <Radix.Trigger asChild>{trigger}</Radix.Trigger>}
      <Radix.Portal>
        <Overlay />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onCloseAutoFocus={(event) => {
            if (trigger) return; // Radix returns the focus
            event.preventDefault();
            returnFocus();
          }}
          onEscapeKeyDown={(event) => keepOpen && event.preventDefault()}
          onInteractOutside={(event) => keepOpen && event.preventDefault()}
          className={cn(
            'fixed inset-x-4 top-1/2 z-(--z-dialog) mx-auto grid max-h-[calc(100dvh-2rem)] -translate-y-1/2 animate-pop-in gap-4 overflow-y-auto overflow-x-hidden rounded-xl *:min-w-0 border border-line bg-surface p-6 shadow-3 data-[state=closed]:animate-fade-out',
            wide ? 'max-w-2xl' : 'max-w-lg',
            className,
          )}
        >
          <div className="pr-10">
            <Radix.Title className="display text-xl">{title}</Radix.Title>
            {description && <Radix.Description className="mt-1 text-fg-muted">{description}</Radix.Description>}
          </div>
          {children}
          <CloseButton className="absolute top-4 right-4" />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

export function CloseButton({ className }: { className?: string }) {
  return (
    <Radix.Close
      aria-label={t('ui.close')}
      className={cn('grid size-10 place-items-center rounded-full text-fg-muted hover:bg-surface-3 hover:text-fg hit', className)}
    >
      <X size={20} aria-hidden />
    </Radix.Close>
  );
}
