import { cva, type VariantProps } from 'class-variance-authority';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';

const badge = cva('inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2 py-0.5 font-semibold text-2xs', {
  variants: {
    tone: {
      neutral: 'bg-surface-3 text-fg-muted',
      outline: 'border border-line-strong text-fg-muted',
      accent: 'bg-accent text-accent-fg',
      live: 'bg-live text-live-fg',
      ai: 'bg-surface-3 text-ai',
      success: 'bg-surface-3 text-success',
      warning: 'border border-warning text-warning',
      danger: 'bg-danger text-danger-fg',
    },
  },
  defaultVariants: { tone: 'neutral' },
});

export function Badge({ tone, className, ...props }: ComponentProps<'span'> & VariantProps<typeof badge>) {
  return <span data-slot="badge" className={cn(badge({ tone }), className)} {...props} />;
}
