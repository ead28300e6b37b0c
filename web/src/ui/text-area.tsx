import { type ComponentProps, useId } from 'react';
import { cn } from '@/lib/cn';

type TextAreaProps = ComponentProps<'textarea'> & { label: string; hint?: string; error?: string };

/** A labelled input with several lines; hint and error are linked to it for screen readers. */
export function TextArea({ label, hint, error, className, ...props }: TextAreaProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div data-slot="field" className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
      </label>
      <textarea
        id={id}
        rows={3}
        aria-describedby={described}
        aria-invalid={error ? true : undefined}
        className={cn(
          'w-full rounded-md border border-control-line bg-surface px-3.5 py-2.5 text-base text-fg transition hover:border-fg-muted aria-invalid:border-danger disabled:opacity-55',
          className,
        )}
        {...props}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-fg-muted text-sm">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
