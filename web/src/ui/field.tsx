import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { t } from '@/i18n/t';
import { cn } from '@/lib/cn';

const box =
  'h-11 w-full rounded-md border border-control-line bg-surface px-3.5 text-base text-fg transition placeholder:text-fg-faint hover:border-fg-muted aria-invalid:border-danger disabled:opacity-55';

function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input data-slot="input" className={cn(box, className)} {...props} />;
}

type FieldProps = ComponentProps<'input'> & { label: string; hint?: ReactNode; error?: string };

/** A labelled input; hint and error are linked to it for screen readers. */
export function Field({ label, hint, error, type, ...props }: FieldProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const common = { id, 'aria-describedby': described, 'aria-invalid': error ? true : undefined, ...props };
  return (
    <div data-slot="field" className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold text-sm">
        {label}
      </label>
      {type === 'password' ? <PasswordInput {...common} /> : <Input type={type} {...common} />}
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

function PasswordInput(props: ComponentProps<'input'>) {
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <div className="relative">
      <Input {...props} type={shown ? 'text' : 'password'} className="pr-12" />
      <button
        type="button"
        aria-label={shown ? t('auth.hidePassword') : t('auth.showPassword')}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-fg-muted hover:text-fg"
      >
        <Icon size={18} aria-hidden />
      </button>
    </div>
  );
}
