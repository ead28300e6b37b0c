import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { finishProvider, type Intent, takeIntent, takeState } from '@/api/auth/provider';
import { displayName, enter } from '@/api/auth/session';
import { messageOf } from '@/api/error';
import { configQuery } from '@/api/queries';
import type { ProviderGrant } from '@/api/types';
import { type PlainKey, t } from '@/i18n/auth';
import { takeWayBack } from '@/lib/way-back';
import { Spinner } from '@/ui/spinner';
import { toast } from '@/ui/toast/toast-store';
import { secondStepOf, setSecondStep } from './second-step';

type Return = { code?: string; state?: string; error?: string };

/** The error of a return from an identity provider, or null. */
export function problemOf({ code, state, error }: Return, expected: string | null): { title: PlainKey; text: PlainKey } | null {
  if (error) return { title: 'callback.failed', text: 'callback.failedText' };
  if (!state || state !== expected) return { title: 'callback.unsafe', text: 'callback.unsafeText' };
  if (!code) return { title: 'callback.error', text: 'callback.noCode' };
  return null;
}

/** The return from an identity provider: completes the sign-in, or shows why it failed. */
export function CallbackPage() {
  const handled = useRef(false);
  const search = useSearch({ from: '/auth/$provider/callback' });
  const finish = useFinish();
  useEffect(() => {
    if (handled.current) return; // a code works once
    handled.current = true;
    void finish(search);
  }, [search, finish]);
  return (
    <div className="grid min-h-dvh place-items-center">
      <Spinner label={t('provider.working')} size={28} />
    </div>
  );
}

function useFinish() {
  const { provider } = useParams({ from: '/auth/$provider/callback' });
  const navigate = useNavigate();
  const succeed = useSucceed(provider);
  const fail = useFail(provider);
  return async (search: Return) => {
    const intent = takeIntent();
    const problem = problemOf(search, takeState());
    if (problem) {
      toast({ tone: 'danger', title: t(problem.title), description: t(problem.text) });
      return navigate({ to: back(intent), replace: true });
    }
    try {
      return await succeed(await finishProvider(provider, search.code ?? '', intent));
    } catch (error) {
      return fail(error, intent);
    }
  };
}

/** Where the failed attempt started. */
const back = (intent: Intent) => (intent === 'link' ? '/settings' : '/login');

function useSucceed(provider: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (grant: ProviderGrant) => {
    if (grant.linked) {
      toast({ title: t('provider.linked', { label: await labelOf(client, provider) }), description: t('provider.linkedText') });
      await client.invalidateQueries({ queryKey: ['/api/account/security'] });
      return navigate({ to: '/settings', replace: true });
    }
    setSecondStep(null);
    enter(client, grant);
    const name = grant.first_name || grant.user.firstName || grant.email || displayName(grant.user);
    toast({ title: t('provider.welcome'), description: t('provider.welcomeText', { name }) });
    return navigate({ href: takeWayBack(), replace: true });
  };
}

function useFail(provider: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (error: unknown, intent: Intent) => {
    const step = secondStepOf(error);
    if (step && intent === 'signIn') {
      setSecondStep(step);
    } else {
      const label = await labelOf(client, provider);
      const title = intent === 'link' ? t('provider.linkFailed', { label }) : t('provider.incomplete', { label });
      toast({ tone: 'danger', title, description: messageOf(error, t('ui.loadFailedText'), ['non_field_errors', 'detail']) });
    }
    return navigate({ to: back(intent), replace: true });
  };
}

/** The display name of the provider. */
async function labelOf(client: ReturnType<typeof useQueryClient>, provider: string): Promise<string> {
  if (provider === 'google') return 'Google';
  const config = await client.fetchQuery(configQuery).catch(() => undefined);
  return config?.providers.find(({ id }) => id === provider)?.label ?? provider;
}
