import type { ComponentProps } from 'react';
import { Field } from './field';

export const CODE_LENGTH = 6;

type CodeFieldProps = Omit<ComponentProps<typeof Field>, 'value' | 'onChange'> & {
  value: string;
  onChange: (code: string) => void;
  /** Called when the last digit is entered. */
  onComplete: (code: string) => void;
};

/** A field for the six digits of an authenticator app: typed, pasted with spaces, or filled in by the browser. */
export function CodeField({ value, onChange, onComplete, ...props }: CodeFieldProps) {
  const change = (typed: string) => {
    const code = typed.replaceAll(/\D/g, '').slice(0, CODE_LENGTH);
    onChange(code);
    if (code.length === CODE_LENGTH && code !== value) onComplete(code);
  };
  return (
    <Field
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCapitalize="off"
      spellCheck={false}
      value={value}
      onChange={(event) => change(event.target.value)}
      {...props}
    />
  );
}
