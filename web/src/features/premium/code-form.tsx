import { t } from '@/i18n/premium';
import { Group } from '@/ui/group';
import { useRedeem } from './queries';
import { SecretForm } from './secret-form';

export function CodeForm() {
  const redeem = useRedeem();
  return (
    <Group title={t('premium.code')}>
      <SecretForm
        key={redeem.isSuccess ? redeem.submittedAt : 'first'}
        label={t('premium.codeLabel')}
        hint={t('premium.codeHint')}
        action={t('premium.redeem')}
        field="code"
        use={redeem}
      />
    </Group>
  );
}
