import { type ComponentProps, useId } from 'react';

type TextAreaProps = ComponentProps<'textarea'> & { label: string; error?: string };

/** A labelled input with several lines. */
export function TextArea({ label, error, ...props }: TextAreaProps) {
  const id = useId();
  return (
    <div data-slot="field" className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
      </label>
      <textarea
        id={id}
        rows={3}
        aria-describedby={error ? `${id}-error` : undefined}
        aria-invalid={error ? true : undefined}
        className="w-full rounded-md border border-control-line bg-surface px-3.5 py-2.5 text-base text-fg transition hover:border-fg-muted aria-invalid:border-danger"
        {...props}
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  );
}
