import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { request } from '@/api/client';
import { ApiError, messageOf } from '@/api/error';
import { apiQuery } from '@/api/query-client';
import type { components } from '@/api/schema';
import { t } from '@/i18n/admin/people';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast/toast-store';

type Limits = components['schemas']['PersonLimits'];

/** How much of the server the person may use, instead of what the settings say. */
export function PersonLimits({ id, name }: { id: string; name: string }) {
  const query = useQuery({ ...apiQuery(['/api/admin/users', id, 'limits']), staleTime: 0 });
  return (
    <section className="grid gap-2.5">
      <h3 className="font-semibold">{t('adminPeople.limits')}</h3>
      <p className="text-fg-muted text-sm">{t('adminPeople.limitsHint')}</p>
      <QueryView query={query} skeleton={<Skeleton className="h-24 w-full rounded-lg" />}>
        {(limits) => <LimitsForm key={JSON.stringify(limits)} id={id} name={name} limits={limits} />}
      </QueryView>
    </section>
  );
}

function LimitsForm({ id, name, limits }: { id: string; name: string; limits: Limits }) {
  const client = useQueryClient();
  const [storage, setStorage] = useState(textOf(limits.storage));
  const [budget, setBudget] = useState(textOf(limits.aiBudget));
  const save = useMutation({
    mutationFn: () =>
      request(`/api/admin/users/${id}/limits`, {
        method: 'PUT',
        headers: { 'If-Match': `"${limits.version}"` },
        body: { storage: numberOf(storage), aiBudget: numberOf(budget) },
      }),
    onSuccess: () => toast({ title: t('adminPeople.limitsSaved', { name }) }),
    onError: (error) => {
      if (!(error instanceof ApiError) || Object.keys(error.fieldErrors).length === 0)
        toast({ tone: 'danger', title: t('adminPeople.limitsFailed'), description: messageOf(error, t('ui.loadFailedText')) });
    },
    onSettled: () => client.invalidateQueries(),
  });
  const errors = save.error instanceof ApiError ? save.error.fieldErrors : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const isSame = storage === textOf(limits.storage) && budget === textOf(limits.aiBudget);
  return (
    <form onSubmit={submit} className="grid gap-3 sm:grid-cols-2">
      <Field
        label={t('adminPeople.storageLimit')}
        type="number"
        min={0}
        step={1}
        value={storage}
        error={errors.storage?.[0]}
        onChange={({ target }) => setStorage(target.value)}
      />
      <Field
        label={t('adminPeople.aiLimit')}
        type="number"
        min={0}
        step="any"
        value={budget}
        error={errors.aiBudget?.[0]}
        onChange={({ target }) => setBudget(target.value)}
      />
      <Button type="submit" size="sm" variant="secondary" className="justify-self-start" disabled={isSame || save.isPending}>
        {t('adminPeople.saveLimits')}
      </Button>
    </form>
  );
}

const textOf = (limit: number | null) => (limit === null ? '' : String(limit));

const numberOf = (text: string) => (text === '' ? null : Number(text));
