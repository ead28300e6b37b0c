import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { callbackOf } from '@/api/auth/provider';
import { apiQuery } from '@/api/query-client';
import type { GoogleConfig } from '@/api/types';
import { t } from '@/i18n/auth';
import { useSignInConfig } from '@/things/account/use-provider';
import { Badge } from '@/ui/badge';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { callbackIsMissing, healthQuery } from './health-query';
import { Panel } from './panel';

/** The sign-in configuration as the server reports it. */
export function SignInPanel() {
  const google = useQuery(apiQuery(['/api/auth/google']));
  const { data: health } = useQuery(healthQuery);
  return (
    <Panel title={t('dev.signIn')}>
      {callbackIsMissing(health) && (
        <p role="alert" className="mb-4 rounded-md border border-danger px-4 py-3 text-danger text-sm">
          {t('dev.callbackMissing')}
        </p>
      )}
      <QueryView query={google} skeleton={<Skeleton className="h-40" />}>
        {(data) => <Facts google={data} />}
      </QueryView>
    </Panel>
  );
}

function Facts({ google }: { google: GoogleConfig }) {
  const { providers = [], passkeys, registration = 'open' } = useSignInConfig() ?? {};
  return (
    <dl className="grid gap-x-6 gap-y-3 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
      <Fact name={t('dev.configured')}>
        <Badge tone={google.configured ? 'success' : 'neutral'}>{google.configured ? t('dev.yes') : t('dev.no')}</Badge>
      </Fact>
      {google.clientId && <Fact name={t('dev.clientId')}>{google.clientId}</Fact>}
      <Fact name={t('dev.callback')}>{google.callback || callbackOf('google')}</Fact>
      <Fact name={t('dev.scope')}>{google.scope || 'openid email profile'}</Fact>
      <Fact name={t('dev.providers')}>
        {providers.length > 0 ? providers.map(({ id, label }) => `${label} (${id})`).join(', ') : t('dev.noProviders')}
      </Fact>
      <Fact name={t('dev.passkeys')}>{passkeys || t('dev.passkeysOff')}</Fact>
      <Fact name={t('dev.registration')}>{t(`dev.registration.${registration}`)}</Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-fg-muted">{name}</dt>
      <dd className="min-w-0 break-all">{children}</dd>
    </>
  );
}
