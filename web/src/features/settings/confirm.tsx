import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ApiError, messageOf } from '@/api/error';
import { t } from '@/i18n/settings';
import { useLogout } from '@/things/account/use-logout';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { useHasPassword } from './queries';

type ConfirmFormProps<T> = {
  /** The label of the button. */
  action: string;
  danger?: boolean;
  /** The action. The password is empty if the account has none. */
  run: (password: string) => Promise<T>;
  onDone: (result: T) => void;
  /** Further fields above the password. They show errors by their names. */
  children?: (errorOf: (field: string) => string | undefined) => ReactNode;
  /** The names of those fields. */
  fields?: readonly string[];
  /** The server's name of the current password's field. */
  passwordField?: string;
};

/** The end of every form that changes how to sign in: asks the person to confirm their identity. */
export function ConfirmForm<T>({
  action,
  danger = false,
  run,
  onDone,
  children,
  fields = [],
  passwordField = 'password',
}: ConfirmFormProps<T>) {
  const hasPassword = useHasPassword();
  const [password, setPassword] = useState('');
  const confirm = useMutation({ mutationFn: () => run(password), onSuccess: onDone });
  const { error } = confirm;
  const errors = error instanceof ApiError ? error.fieldErrors : {};
  const errorOf = (field: string) => errors[field]?.[0];
  const shown = [...fields, ...(hasPassword ? [passwordField] : [])];
  const other = error && !shown.some(errorOf) ? messageOf(error, t('settings.notSaved')) : undefined;
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        confirm.mutate();
      }}
    >
      {children?.(errorOf)}
      {hasPassword ? (
        <Field
          label={t('confirm.password')}
          hint={t('confirm.hint')}
          type="password"
          required
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          error={errorOf(passwordField)}
        />
      ) : (
        <p className="text-fg-muted text-sm">{t('confirm.noPassword')}</p>
      )}
      {other && (
        <p role="alert" className="text-danger text-sm">
          {other}
        </p>
      )}
      {error instanceof ApiError && error.status === 403 && !hasPassword && <SignInAgain />}
      <div className="mt-1 flex flex-wrap justify-end gap-3">
        <DialogClose asChild>
          <Button variant="ghost">{t('ask.cancel')}</Button>
        </DialogClose>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} pending={confirm.isPending} disabled={hasPassword && password === ''}>
          {action}
        </Button>
      </div>
    </form>
  );
}

function SignInAgain() {
  const logout = useLogout();
  return (
    <Button variant="secondary" className="justify-self-start" pending={logout.isPending} onClick={() => logout.mutate()}>
      {t('confirm.signInAgain')}
    </Button>
  );
}

type ConfirmDialogProps<T> = ConfirmFormProps<T> & { trigger: ReactNode; title: string; description?: string };

/** A button whose dialog asks the person to confirm their identity. It closes after the action. */
export function ConfirmDialog<T>({ trigger, title, description, onDone, ...form }: ConfirmDialogProps<T>) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog open={open} onOpenChange={setOpen} trigger={trigger} title={title} description={description}>
      <ConfirmForm
        {...form}
        onDone={(result) => {
          setOpen(false);
          onDone(result);
        }}
      />
    </Dialog>
  );
}
