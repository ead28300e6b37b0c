import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';
import { Spinner } from './spinner';

const button = cva(
  'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap font-semibold transition active:scale-[0.98] disabled:pointer-events-none disabled:opacity-55 aria-busy:opacity-80 hit',
  {
    variants: {
      variant: {
        primary: 'bg-accent text-accent-fg hover:bg-accent-hover',
        secondary: 'bg-surface-3 text-fg hover:bg-line-strong',
        outline: 'border border-line-strong text-fg hover:bg-surface-2',
        ghost: 'text-fg-muted hover:bg-surface-2 hover:text-fg',
        danger: 'bg-danger text-danger-fg hover:opacity-90',
      },
      size: {
        sm: 'h-8 rounded-full px-3.5 text-sm',
        md: 'h-10 rounded-full px-5 text-base',
        lg: 'h-12 rounded-full px-6 text-base sm:px-7',
      },
    },
    defaultVariants: { variant: 'primary', size: 'md' },
  },
);

type ButtonProps = ComponentProps<'button'> & VariantProps<typeof button> & { asChild?: boolean; pending?: boolean };

/** `asChild` gives a link the look of a button. `pending` disables it and shows a spinner before its text. */
export function Button({ variant, size, asChild = false, pending = false, className, children, disabled, ...props }: ButtonProps) {
  const classes = cn(button({ variant, size }), className);
  if (asChild) {
    return (
      <Slot.Root className={classes} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button data-slot="button" type="button" className={classes} disabled={disabled || pending} aria-busy={pending || undefined} {...props}>
      {pending && <Spinner size={16} />}
      {children}
    </button>
  );
}
