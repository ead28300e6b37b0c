import { cva, type VariantProps } from 'class-variance-authority';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';

const iconButton = cva(
  'inline-grid shrink-0 place-items-center rounded-full transition active:scale-95 disabled:pointer-events-none disabled:opacity-40 hit',
  {
    variants: {
      variant: {
        ghost: 'text-fg-muted hover:bg-surface-3 hover:text-fg aria-pressed:text-accent-text',
        accent: 'bg-accent text-accent-fg shadow-2 hover:bg-accent-hover',
        solid: 'bg-fg text-bg hover:scale-105',
        // on an image: the same in both themes
        overlay: 'bg-black/55 text-white hover:bg-black/75 aria-pressed:text-lamp',
      },
      size: { sm: 'size-8', md: 'size-10', lg: 'size-12' },
    },
    defaultVariants: { variant: 'ghost', size: 'md' },
  },
);

type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> &
  VariantProps<typeof iconButton> & {
    /** The accessible name, also shown as a tooltip. */
    label: string;
    icon: LucideIcon;
    iconClassName?: string;
    tooltip?: boolean;
  };

const ICON_SIZE = { sm: 16, md: 18, lg: 22 } as const;

export function IconButton({ label, icon: Icon, variant, size, className, iconClassName, tooltip = true, ...props }: IconButtonProps) {
  return (
    <button
      data-slot="icon-button"
      data-tooltip={tooltip ? label : undefined}
      type="button"
      aria-label={label}
      className={cn(iconButton({ variant, size }), className)}
      {...props}
    >
      <Icon size={ICON_SIZE[size ?? 'md']} className={iconClassName} aria-hidden />
    </button>
  );
}
