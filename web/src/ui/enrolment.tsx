import { Copy } from 'lucide-react';
import { t } from '@/i18n/auth';
import { copyText } from '@/lib/copy';
import { IconButton } from './icon-button';
import { toast } from './toast/toast-store';

/** The secret for an authenticator app: as a QR code to scan, and as a key to type. */
export function Enrolment({ qr, secret }: { qr: string; secret: string }) {
  const copy = () =>
    copyText(secret).then(
      () => toast({ title: t('recovery.copied') }),
      (error: Error) => toast({ tone: 'danger', title: t('recovery.copyFailed'), description: error.message }),
    );
  return (
    <div className="grid gap-4">
      <p className="text-fg-muted">{t('enrol.scan')}</p>
      <img src={qr} alt={t('enrol.qr')} width={192} height={192} className="mx-auto rounded-lg bg-white p-3" />
      <div>
        <p className="font-semibold text-sm">{t('enrol.secret')}</p>
        <div className="flex items-center gap-2">
          <code className="min-w-0 flex-1 select-all break-all rounded-md bg-sunken px-3 py-2 text-sm">{secret}</code>
          <IconButton label={t('enrol.copySecret')} icon={Copy} onClick={() => void copy()} />
        </div>
      </div>
    </div>
  );
}
