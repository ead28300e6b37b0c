import { ChevronDown } from 'lucide-react';
import { cn } from '@/lib/cn';

type SelectProps<T extends string> = {
  label: string;
  value: T;
  onChange: (value: T) => void;
  options: readonly { value: T; label: string }[];
  disabled?: boolean;
  className?: string;
};

/** A select of a few options: the browser's own control with our style, which works on phones and with every keyboard. */
export function Select<T extends string>({ label, value, onChange, options, disabled, className }: SelectProps<T>) {
  return (
    <span data-slot="select" className={cn('relative inline-flex', className)}>
      <select
        aria-label={label}
        value={value}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value as T)}
        className="h-10 w-full cursor-pointer appearance-none rounded-full border border-control-line bg-surface pr-10 pl-4 font-semibold text-sm transition hover:border-fg-muted hit disabled:cursor-default disabled:opacity-55"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown size={16} aria-hidden className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-fg-muted" />
    </span>
  );
}
