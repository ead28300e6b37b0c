import { useNavigate } from '@tanstack/react-router';
import { useId } from 'react';
import { messageOf } from '@/api/error';
import { t } from '@/i18n/premium';
import { Button } from '@/ui/button';
import { useJoin } from './queries';
import { SecretForm } from './secret-form';
import { invitationIn } from './words';

/** Joins with an invitation that the person pastes. */
export function JoinForm() {
  const join = useJoin();
  return (
    <SecretForm
      label={t('premium.invitation')}
      hint={t('premium.invitationHint')}
      action={t('premium.join')}
      field="invitation"
      use={{ ...join, mutate: (text) => join.mutate(invitationIn(text)) }}
    />
  );
}

/** What a person sees who opened an invitation link. */
export function Invited({ invitation }: { invitation: string }) {
  const heading = useId();
  const join = useJoin();
  const navigate = useNavigate();
  return (
    <section aria-labelledby={heading} className="mb-8 grid gap-3 rounded-lg border border-line bg-surface p-5">
      <h2 id={heading} className="display text-lg">
        {t('premium.joinTitle')}
      </h2>
      <p className="max-w-[65ch] text-fg-muted text-sm">{t('premium.joinText')}</p>
      {join.error && (
        <p role="alert" className="text-danger text-sm">
          {messageOf(join.error, t('ui.loadFailedText'), ['invitation', 'detail'])}
        </p>
      )}
      <Button
        className="justify-self-start"
        pending={join.isPending}
        onClick={() => join.mutate(invitation, { onSuccess: () => void navigate({ to: '/premium', search: {}, replace: true }) })}
      >
        {t('premium.join')}
      </Button>
    </section>
  );
}
