import { type ComponentProps, useId } from 'react';
import { cn } from '@/lib/cn';

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & { label: string; hint?: string };

/** A labelled switch: the browser's own checkbox with our style; it accepts the props of a form's `register`. */
export function Switch({ label, hint, className, ...props }: SwitchProps) {
  const id = useId();
  return (
    <div data-slot="switch" className={cn('flex items-center justify-between gap-x-6', className)}>
      <div className="min-w-0">
        <label htmlFor={id} className="cursor-pointer font-semibold">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-fg-muted text-sm">
            {hint}
          </p>
        )}
      </div>
      <span className="relative inline-grid shrink-0 place-items-center hit">
        <input
          id={id}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox tells its state by itself
          role="switch"
          aria-describedby={hint ? `${id}-hint` : undefined}
          className="peer relative before:absolute before:-inset-2.5 h-6 w-11 cursor-pointer appearance-none rounded-full border border-control-line bg-surface-3 transition checked:border-accent checked:bg-accent disabled:cursor-default disabled:opacity-55"
          {...props}
        />
        <span className="pointer-events-none absolute size-4 -translate-x-2.5 rounded-full bg-fg-muted transition peer-checked:translate-x-2.5 peer-checked:bg-accent-fg" />
      </span>
    </div>
  );
}
