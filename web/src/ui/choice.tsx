import { ChevronDown } from 'lucide-react';
import { useId } from 'react';

type ChoiceProps<T extends string> = {
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly { value: T; label: string }[];
  hint?: string;
  error?: string;
  required?: boolean;
};

/** Radio buttons as a form field. */
export function Choice<T extends string>({ label, value, onChange, options, hint, error, required }: ChoiceProps<T>) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div data-slot="field" className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
      </label>
      <span className="relative">
        <select
          id={id}
          value={value}
          aria-required={required}
          aria-invalid={error ? true : undefined}
          aria-describedby={described}
          onChange={({ target }) => onChange(target.value as T)}
          className="h-11 w-full cursor-pointer appearance-none rounded-md border border-control-line bg-surface pr-10 pl-3.5 text-base transition hover:border-fg-muted aria-invalid:border-danger"
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown size={16} aria-hidden className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-fg-muted" />
      </span>
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
