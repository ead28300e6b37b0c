import { useState } from 'react';
import { request } from '@/api/client';
import { PRODUCT } from '@/i18n/product';
import { t } from '@/i18n/settings';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Row } from '@/ui/group';
import { ShownOnce } from '@/ui/shown-once';
import { ConfirmForm } from './confirm';
import { useAccountChanged } from './queries';

/** The number of codes left, and a button for new ones. */
export function RecoveryCodes({ left }: { left: number }) {
  const [open, setOpen] = useState(false);
  const [codes, setCodes] = useState<string[]>();
  const changed = useAccountChanged();
  const close = () => {
    setOpen(false);
    setCodes(undefined);
    if (codes) void changed();
  };
  return (
    <Row label={t('codes.label')} hint={t('codes.left', { n: left })}>
      <Dialog
        open={open}
        onOpenChange={(next) => (next ? setOpen(true) : close())}
        keepOpen={codes !== undefined}
        trigger={<Button variant="secondary">{t('codes.renew')}</Button>}
        title={codes ? t('codes.title') : t('codes.renewTitle')}
        description={codes ? undefined : t('codes.renewText')}
      >
        {codes ? (
          <CodesShown codes={codes} onDone={close} />
        ) : (
          <ConfirmForm
            action={t('codes.renew')}
            run={(password) => request('/api/account/recovery-codes', { method: 'POST', body: { password } })}
            onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
          />
        )}
      </Dialog>
    </Row>
  );
}

/** Recovery codes, which are shown only once. */
export function CodesShown({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <>
      <p className="text-fg-muted">{t('codes.text')}</p>
      <ShownOnce label={t('codes.label')} lines={codes} fileName={`${PRODUCT.slug}-recovery-codes.txt`} />
      <Button className="justify-self-end" onClick={onDone}>
        {t('codes.saved')}
      </Button>
    </>
  );
}
