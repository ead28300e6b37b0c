import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '@/api/auth/session';
import { request } from '@/api/client';
import type { APIKey, NewAPIKey } from '@/api/types';
import { language, t } from '@/i18n/settings';
import { day } from '@/lib/format';
import { AskDialog } from '@/ui/ask-dialog';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Choice } from '@/ui/choice';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { Group, Nothing, Row } from '@/ui/group';
import { IconButton } from '@/ui/icon-button';
import { QueryView } from '@/ui/query-view';
import { ShownOnce } from '@/ui/shown-once';
import { Skeleton } from '@/ui/skeleton';
import { Switch } from '@/ui/switch';
import { ConfirmForm } from './confirm';
import { usedLine } from './passkeys';
import { apiKeysQuery, useAccountChanged, useChange } from './queries';

type Scope = APIKey['scopes'][number];

/** Secrets with which apps and programs act for the person. */
export function APIKeys() {
  const revoke = useChange(({ id }: APIKey) => request(`/api/account/api-keys/${id}`, { method: 'DELETE' }), t('apiKey.revoked'));
  return (
    <Group title={t('apiKey.title')} lead={t('apiKey.lead')}>
      <QueryView
        query={useQuery(apiKeysQuery)}
        skeleton={<Skeleton className="my-4 h-14 w-full" />}
        empty={<Nothing>{t('apiKey.none')}</Nothing>}
      >
        {(list) =>
          list.map((key) => (
            <Row key={key.id} label={<Label of={key} />} hint={usedLine(key)}>
              <AskDialog
                trigger={<IconButton icon={Trash2} label={t('apiKey.revokeNamed', { name: key.name })} />}
                title={t('apiKey.revokeNamed', { name: key.name })}
                description={t('apiKey.revokeText')}
                action={t('apiKey.revoke')}
                onConfirm={() => revoke.mutate(key)}
              />
            </Row>
          ))
        }
      </QueryView>
      <div className="py-4">
        <Create />
      </div>
    </Group>
  );
}

function Label({ of: { name, scopes, expiresAt } }: { of: APIKey }) {
  const expired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  return (
    <>
      {name}
      {scopes.map((scope) => (
        <Badge key={scope}>{t(`apiKey.scope.${scope}`)}</Badge>
      ))}
      {expiresAt && (
        <Badge tone={expired ? 'warning' : 'outline'}>
          {t(expired ? 'apiKey.expired' : 'apiKey.expires', { day: day(expiresAt, language()) })}
        </Badge>
      )}
    </>
  );
}

function Create() {
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<NewAPIKey>();
  const changed = useAccountChanged();
  const close = () => {
    setOpen(false);
    setMade(undefined);
    if (made) void changed();
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? setOpen(true) : close())}
      keepOpen={made !== undefined}
      trigger={<Button variant="secondary">{t('apiKey.create')}</Button>}
      title={made ? made.name : t('apiKey.create')}
      description={made ? t('apiKey.shownOnce') : undefined}
    >
      {made ? <Made made={made} onDone={close} /> : <CreateForm onMade={setMade} />}
    </Dialog>
  );
}

/** A new key, with what a music app asks for. */
function Made({ made, onDone }: { made: NewAPIKey; onDone: () => void }) {
  const { user } = useSession();
  return (
    <>
      <ShownOnce label={t('apiKey.title')} lines={[made.secret]} />
      {made.scopes.includes('listen') && (
        <section className="grid gap-1.5 text-sm">
          <h3 className="font-semibold">{t('apiKey.inApp')}</h3>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            <dt className="text-fg-muted">{t('apiKey.server')}</dt>
            <dd className="select-all break-all">{location.origin}</dd>
            <dt className="text-fg-muted">{t('apiKey.username')}</dt>
            <dd className="select-all break-all">{user?.email}</dd>
            <dt className="text-fg-muted">{t('apiKey.password')}</dt>
            <dd>{t('apiKey.passwordIsKey')}</dd>
          </dl>
        </section>
      )}
      <Button className="justify-self-end" onClick={onDone}>
        {t('secret.saved')}
      </Button>
    </>
  );
}

/** For how many days keys can be valid; empty for ever. */
const LIFETIMES = ['', '30', '90', '365'] as const;
type Lifetime = (typeof LIFETIMES)[number];

function CreateForm({ onMade }: { onMade: (made: NewAPIKey) => void }) {
  const { user } = useSession();
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['listen']);
  const [lifetime, setLifetime] = useState<Lifetime>('');
  const toggle = (scope: Scope, on: boolean) => setScopes(on ? [...scopes, scope] : scopes.filter((other) => other !== scope));
  const offered: readonly Scope[] = user?.role === 'admin' ? ['listen', 'read', 'write', 'admin'] : ['listen', 'read', 'write'];
  const create = (password: string) =>
    request('/api/account/api-keys', {
      method: 'POST',
      body: { name: name.trim(), scopes: [...scopes], expiresAt: endOf(lifetime), password },
    });
  return (
    <ConfirmForm action={t('apiKey.create')} fields={['name', 'scopes', 'expiresAt']} run={create} onDone={onMade}>
      {(errorOf) => (
        <>
          <Field
            label={t('apiKey.name')}
            hint={t('apiKey.nameHint')}
            maxLength={100}
            required
            value={name}
            onChange={(event) => setName(event.target.value)}
            error={errorOf('name')}
          />
          <fieldset className="grid gap-3">
            <legend className="mb-2 font-semibold text-sm">{t('apiKey.scopes')}</legend>
            {offered.map((scope) => (
              <Switch
                key={scope}
                label={t(`apiKey.scope.${scope}`)}
                hint={t(`apiKey.scopeHint.${scope}`)}
                checked={scopes.includes(scope)}
                onChange={({ target }) => toggle(scope, target.checked)}
              />
            ))}
            {errorOf('scopes') && (
              <p role="alert" className="text-danger text-sm">
                {errorOf('scopes')}
              </p>
            )}
          </fieldset>
          <Choice<Lifetime>
            label={t('apiKey.lifetime')}
            value={lifetime}
            onChange={setLifetime}
            options={LIFETIMES.map((value) => ({ value, label: value ? t('apiKey.days', { n: Number(value) }) : t('apiKey.forever') }))}
            error={errorOf('expiresAt')}
          />
        </>
      )}
    </ConfirmForm>
  );
}

const endOf = (lifetime: Lifetime) => (lifetime ? new Date(Date.now() + Number(lifetime) * 86_400_000).toISOString() : undefined);
