import { t } from '@/i18n/settings';
import { Group } from '@/ui/group';
import { DataCopy } from './data-copy';
import { DeleteAccount } from './delete-account';
import { ProfileSwitch } from './profile-switch';

/** Who sees what, and what becomes of it. */
export function PrivacySection() {
  return (
    <>
      <Group title={t('settings.privacy')} lead={t('settings.privacyText')}>
        <ProfileSwitch field="isPrivate" label={t('settings.private')} hint={t('settings.privateHint')} />
      </Group>
      <DataCopy />
      <DeleteAccount />
    </>
  );
}
