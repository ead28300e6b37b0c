import { useQuery } from '@tanstack/react-query';
import type { Security } from '@/api/types';
import { language, t } from '@/i18n/settings';
import { day } from '@/lib/format';
import { Group } from '@/ui/group';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { APIKeys } from './api-keys';
import { Authenticator } from './authenticator';
import { Devices } from './devices';
import { Events } from './events';
import { Passkeys } from './passkeys';
import { securityQuery } from './queries';
import { RecoveryCodes } from './recovery-codes';
import { Webhooks } from './webhooks/webhooks';

/** Second factors, devices and security events of the account. */
export function SecuritySection() {
  return (
    <>
      <QueryView query={useQuery(securityQuery)} skeleton={<Skeleton className="h-48 w-full rounded-lg" />}>
        {(security) => <Factors security={security} />}
      </QueryView>
      <Devices />
      <APIKeys />
      <Webhooks />
      <Events />
    </>
  );
}

function Factors({ security }: { security: Security }) {
  const { totp, passkeys, factorRequired, factorDueAt, recoveryCodesLeft } = security;
  const protectedTwice = totp || passkeys.length > 0;
  return (
    <>
      {!protectedTwice && factorRequired && (
        <p role="status" className="rounded-lg border border-warning bg-surface px-4 py-3">
          {factorDueAt ? t('factorDue.by', { day: day(factorDueAt, language()) }) : t('factorDue.now')}
        </p>
      )}
      <Group title={t('secondFactor.title')} lead={t('secondFactor.lead')}>
        <Authenticator on={totp} />
        {protectedTwice && <RecoveryCodes left={recoveryCodesLeft} />}
      </Group>
      <Passkeys passkeys={passkeys} />
    </>
  );
}
