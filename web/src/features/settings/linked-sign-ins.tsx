import { useProviders, useStartProvider } from '@/api/use-provider';
import { t } from '@/i18n/settings';
import { AskDialog } from '@/ui/ask-dialog';
import { Button } from '@/ui/button';
import { Group, Row } from './parts';
import { useChange } from './queries';
import type { Identity } from './types';

/** The identity providers this account can be entered with, and those it could. */
export function LinkedSignIns({ identities }: { identities: Identity[] }) {
  const linked = new Set(identities.map(({ provider }) => provider));
  const others = useProviders().filter(({ id }) => !linked.has(id));
  const start = useStartProvider('link');
  const unlink = useChange(({ provider }: Identity) => `/api/account/identities/${provider}`, 'DELETE');
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
          <Button
            variant="secondary"
            aria-label={t('identity.linkNamed', { label })}
            pending={start.isPending && start.variables === id}
            onClick={() => start.mutate(id)}
          >
            {t('identity.link')}
          </Button>
        </Row>
      ))}
    </Group>
  );
}
