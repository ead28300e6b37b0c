import { useMutation } from '@tanstack/react-query';
import { messageOf } from '@/api/error';
import { t } from '@/i18n/auth';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast/toast-store';
import { resendVerification } from './calls';
import { EmailForm } from './email-form';

/** Requests another verification email, to a known or an entered address. */
export function Resend({ email }: { email?: string }) {
  const resend = useMutation({
    mutationFn: resendVerification,
    onError: (error) => toast({ tone: 'danger', title: t('verify.notSent'), description: messageOf(error, t('ui.loadFailedText')) }),
  });
  if (resend.isSuccess) {
    return (
      <p role="status">
        <span className="font-semibold">{t('verify.sent')}.</span> {t('verify.sentText', { email: resend.variables })}
      </p>
    );
  }
  if (email === undefined) return <EmailForm label={t('signIn.resend')} pending={resend.isPending} onSend={resend.mutate} />;
  return (
    <Button variant="secondary" pending={resend.isPending} onClick={() => resend.mutate(email)}>
      {t('signIn.resend')}
    </Button>
  );
}
