import { useState } from 'react';
import { messageOf } from '@/api/error';
import type { FamilyInvitation } from '@/api/types';
import { t } from '@/i18n/premium';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { ShownOnce } from '@/ui/shown-once';
import { useInvite } from './queries';
import { dayOf, invitationLink } from './words';

/** Invites somebody into the family. It stays when the last place is taken: its dialog then shows the link, which the server does not show again. */
export function Invite({ isFull }: { isFull: boolean }) {
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<FamilyInvitation>();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setMade(undefined);
      }}
      trigger={
        <Button size="sm" disabled={isFull}>
          {t('premium.invite')}
        </Button>
      }
      title={made ? t('premium.inviteMade', { email: made.email }) : t('premium.invite')}
      description={
        made ? t(made.mailed ? 'premium.inviteMailedText' : 'premium.inviteMadeText', { day: dayOf(made.expiresAt) }) : undefined
      }
      keepOpen={made !== undefined}
    >
      {made ? (
        <>
          <ShownOnce label={t('premium.inviteLink')} lines={[invitationLink(made.invitation)]} />
          <DialogClose asChild>
            <Button className="justify-self-end">{t('premium.done')}</Button>
          </DialogClose>
        </>
      ) : (
        <InviteForm onMade={setMade} />
      )}
    </Dialog>
  );
}

function InviteForm({ onMade }: { onMade: (made: FamilyInvitation) => void }) {
  const [email, setEmail] = useState('');
  const invite = useInvite();
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        invite.mutate(email.trim(), { onSuccess: onMade });
      }}
    >
      <Field
        label={t('premium.email')}
        hint={t('premium.emailHint')}
        type="email"
        required
        autoComplete="off"
        maxLength={254}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        error={invite.error ? messageOf(invite.error, t('ui.loadFailedText'), ['email', 'detail']) : undefined}
      />
      <Button type="submit" className="justify-self-end" disabled={email.trim() === ''} pending={invite.isPending}>
        {t('premium.inviteAction')}
      </Button>
    </form>
  );
}
