import { startProvider } from '@/api/auth/provider';
import { request } from '@/api/client';
import type { Identity } from '@/api/types';
import { t } from '@/i18n/settings';
import { useProviders } from '@/things/account/use-provider';
import { AskDialog } from '@/ui/ask-dialog';
import { Button } from '@/ui/button';
import { Group, Row } from '@/ui/group';
import { ConfirmDialog } from './confirm';
import { useChange } from './queries';

/** The identity providers that are, or can be, connected to this account. */
export function LinkedSignIns({ identities }: { identities: Identity[] }) {
  const linked = new Set(identities.map(({ provider }) => provider));
  const others = useProviders().filter(({ id }) => !linked.has(id));
  const unlink = useChange(({ provider }: Identity) => request(`/api/account/identities/${provider}`, { method: 'DELETE' }));
  if (identities.length === 0 && others.length === 0) return null;
  return (
    <Group title={t('identity.title')} lead={t('identity.lead')}>
      {identities.map((identity) => (
        <Row key={identity.provider} label={identity.label} hint={t('identity.linkedAs', { email: identity.email })}>
          <AskDialog
            trigger={
              <Button variant="secondary" aria-label={t('identity.unlinkNamed', { label: identity.label })} pending={unlink.isPending}>
                {t('identity.unlink')}
              </Button>
            }
            title={t('identity.unlinkNamed', { label: identity.label })}
            description={t('identity.unlinkText')}
            action={t('identity.unlink')}
            onConfirm={() => unlink.mutate(identity)}
          />
        </Row>
      ))}
      {others.map(({ id, label }) => (
        <Row key={id} label={label} hint={t('identity.notLinked')}>
          <ConfirmDialog
            trigger={
              <Button variant="secondary" aria-label={t('identity.linkNamed', { label })}>
                {t('identity.link')}
              </Button>
            }
            title={t('identity.linkNamed', { label })}
            description={t('identity.linkText', { label })}
            action={t('confirm.goOn')}
            run={(password) => startProvider(id, 'link', password)}
            onDone={() => {}}
          />
        </Row>
      ))}
    </Group>
  );
}
