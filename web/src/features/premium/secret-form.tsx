import { useState } from 'react';
import { messageOf } from '@/api/error';
import { t } from '@/i18n/premium';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';

type SecretFormProps = {
  label: string;
  hint: string;
  action: string;
  /** The field of the request, for the server's sentence about it. */
  field: string;
  use: { mutate: (text: string) => void; isPending: boolean; error: Error | null };
};

/** A form with one field for a code or an invitation. The server's sentence stands below it. */
export function SecretForm({ label, hint, action, field, use }: SecretFormProps) {
  const [text, setText] = useState('');
  return (
    <form
      noValidate
      className="grid max-w-md gap-4 py-4"
      onSubmit={(event) => {
        event.preventDefault();
        use.mutate(text.trim());
      }}
    >
      <Field
        label={label}
        hint={hint}
        required
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={500}
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={use.error ? messageOf(use.error, t('ui.loadFailedText'), [field, 'detail']) : undefined}
      />
      <Button type="submit" className="justify-self-start" disabled={text.trim() === ''} pending={use.isPending}>
        {action}
      </Button>
    </form>
  );
}
