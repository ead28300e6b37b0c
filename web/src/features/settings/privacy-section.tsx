import { t } from '@/i18n/settings';
import { Group } from '@/ui/group';
import { DataCopy } from './data-copy';
import { DeleteAccount } from './delete-account';
import { ProfileSwitch } from './profile-switch';

/** Privacy of the profile, data export and account deletion. */
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
