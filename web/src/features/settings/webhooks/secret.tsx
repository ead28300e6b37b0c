import { t } from '@/i18n/account/webhooks';
import { Button } from '@/ui/button';
import { ShownOnce } from '@/ui/shown-once';

/** The secret of a webhook, which is shown only once. */
export function Secret({ secret, onDone }: { secret: string; onDone: () => void }) {
  return (
    <>
      <ShownOnce label={t('webhook.secret')} lines={[secret]} />
      <Button className="justify-self-end" onClick={onDone}>
        {t('secret.saved')}
      </Button>
    </>
  );
}
