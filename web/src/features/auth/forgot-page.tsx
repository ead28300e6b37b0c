import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { messageOf } from '@/api/error';
import { t } from '@/i18n/auth';
import { toast } from '@/ui/toast/toast-store';
import { AuthFrame, link } from './auth-frame';
import { askForReset } from './calls';
import { EmailForm } from './email-form';

/** Requests a link to choose a new password. Shows the same message whether the account exists or not. */
export function ForgotPage() {
  const ask = useMutation({
    mutationFn: askForReset,
    onError: (error) => toast({ tone: 'danger', title: t('forgot.failed'), description: messageOf(error, t('ui.loadFailedText')) }),
  });
  const sent = ask.isSuccess;
  return (
    <AuthFrame
      title={sent ? t('forgot.sent') : t('forgot.title')}
      lead={sent ? t('forgot.sentText', { email: ask.variables }) : t('forgot.lead')}
      focusTitle={sent ? 'sent' : undefined}
    >
      {!sent && <EmailForm label={t('forgot.submit')} pending={ask.isPending} onSend={ask.mutate} />}
      <p className="mt-7 text-center">
        <Link to="/login" className={link}>
          {t('signIn.back')}
        </Link>
      </p>
    </AuthFrame>
  );
}
