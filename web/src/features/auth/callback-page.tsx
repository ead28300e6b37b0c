import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { type PlainKey, t } from '@/i18n/t';
import { STORAGE } from '@/lib/constants';
import { storage } from '@/lib/storage';
import { Spinner } from '@/ui/spinner';
import { toast } from '@/ui/toast-store';

type Return = { code?: string; state?: string; error?: string };

/** What is wrong with a return from an identity provider. None is configured on this server, so even a complete one cannot be finished. */
export function problemOf({ code, state, error }: Return, expected: string | null): { title: PlainKey; text: PlainKey } {
  if (error) return { title: 'callback.failed', text: 'callback.failedText' };
  if (!state || state !== expected) return { title: 'callback.unsafe', text: 'callback.unsafeText' };
  if (!code) return { title: 'callback.error', text: 'callback.noCode' };
  return { title: 'callback.error', text: 'callback.incomplete' };
}

export function CallbackPage() {
  const search = useSearch({ from: '/auth/google/callback' });
  const navigate = useNavigate();
  useEffect(() => {
    const problem = problemOf(search, storage.get(STORAGE.oauthState));
    storage.remove(STORAGE.oauthState);
    toast({ tone: 'danger', title: t(problem.title), description: t(problem.text) });
    void navigate({ to: '/login', replace: true });
  }, [search, navigate]);
  return (
    <div className="grid min-h-dvh place-items-center">
      <Spinner label={t('ui.loading')} size={28} />
    </div>
  );
}
