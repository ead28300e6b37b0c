import type { OwnEvent } from '@/api/types';
import { language, type PlainKey, t } from '@/i18n/settings';
import { moment } from '@/lib/format';

const LABELS: Record<string, PlainKey> = {
  registered: 'event.registered',
  signed_in: 'event.signedIn',
  sign_in_failed: 'event.signInFailed',
  sign_in_locked: 'event.signInLocked',
  sign_in_unlocked: 'event.signInUnlocked',
  signed_out: 'event.signedOut',
  signed_out_everywhere: 'event.signedOutEverywhere',
  device_signed_out: 'event.deviceSignedOut',
  token_reused: 'event.tokenReused',
  email_verified: 'event.emailVerified',
  email_change_asked: 'event.emailChangeAsked',
  email_changed: 'event.emailChanged',
  password_changed: 'event.passwordChanged',
  password_reset_asked: 'event.passwordResetAsked',
  second_factor_on: 'event.factorOn',
  second_factor_off: 'event.factorOff',
  second_factor_failed: 'event.factorFailed',
  recovery_codes_made: 'event.recoveryCodesMade',
  recovery_code_used: 'event.recoveryCodeUsed',
  passkey_added: 'event.passkeyAdded',
  passkey_removed: 'event.passkeyRemoved',
  api_key_made: 'event.apiKeyMade',
  api_key_revoked: 'event.apiKeyRevoked',
  identity_linked: 'event.identityLinked',
  identity_unlinked: 'event.identityUnlinked',
  role_changed: 'event.roleChanged',
  limits_changed: 'event.limitsChanged',
  plan_made: 'event.planMade',
  plan_changed: 'event.planChanged',
  plan_deleted: 'event.planDeleted',
  membership_granted: 'event.membershipGranted',
  membership_ended: 'event.membershipEnded',
  membership_paid: 'event.membershipPaid',
  refund_failed: 'event.refundFailed',
  premium_codes_made: 'event.codesMade',
  premium_codes_revoked: 'event.codesRevoked',
  premium_code_redeemed: 'event.codeRedeemed',
  family_invited: 'event.familyInvited',
  family_joined: 'event.familyJoined',
  family_left: 'event.familyLeft',
  payment_assigned: 'event.paymentAssigned',
  account_disabled: 'event.accountDisabled',
  account_enabled: 'event.accountEnabled',
  deletion_asked: 'event.deletionAsked',
  deletion_cancelled: 'event.deletionCancelled',
  account_deleted: 'event.accountDeleted',
  data_exported: 'event.dataExported',
  invitation_made: 'event.invitationMade',
  invitation_removed: 'event.invitationRemoved',
  settings_changed: 'event.settingsChanged',
  maintenance_on: 'event.maintenanceOn',
  maintenance_off: 'event.maintenanceOff',
  keys_rotated: 'event.keysRotated',
  backup_made: 'event.backupMade',
  backup_downloaded: 'event.backupDownloaded',
  backup_deleted: 'event.backupDeleted',
  backup_restored: 'event.backupRestored',
  database_checked: 'event.databaseChecked',
  database_compacted: 'event.databaseCompacted',
  track_uploaded: 'event.trackUploaded',
  track_deleted: 'event.trackDeleted',
  tracks_merged: 'event.tracksMerged',
  file_deleted: 'event.fileDeleted',
  log_level_changed: 'event.logLevelChanged',
  bundle_downloaded: 'event.bundleDownloaded',
};

/** How the person signed in, as the log records it. */
const WAYS: Record<string, PlainKey> = {
  password: 'event.way.password',
  provider: 'event.way.provider',
  passkey: 'event.way.passkey',
  'second factor': 'event.way.factor',
};

/** The event in words, with the name or address it concerns. Kinds that only a newer server knows are shown by their identifier. */
export function eventLabel({ kind, detail }: Pick<OwnEvent, 'kind' | 'detail'>): string {
  const label = LABELS[kind];
  const text = label ? t(label) : kind.replaceAll('_', ' ');
  const way = kind === 'signed_in' ? WAYS[detail] : undefined;
  const until = kind === 'maintenance_on' && detail ? moment(detail, language()) : detail;
  const more = way ? t(way) : until;
  return more ? `${text}: ${more}` : text;
}
