import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import type { Invitation, Role } from '@/api/types';
import { language, t } from '@/i18n/settings';
import { day } from '@/lib/format';
import { AskDialog } from '@/ui/ask-dialog';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { QueryView } from '@/ui/query-view';
import { Select } from '@/ui/select';
import { ShownOnce } from '@/ui/shown-once';
import { Skeleton } from '@/ui/skeleton';
import { roleOptions } from './people/roles';
import { invitationsQuery, useAct } from './people-queries';

/** Links that let people register while registration is not open. */
export function Invitations() {
  return (
    <>
      <p className="max-w-[65ch] text-fg-muted">{t('invitation.lead')}</p>
      <div className="mt-5 mb-5">
        <Create />
      </div>
      <QueryView
        query={useQuery(invitationsQuery)}
        skeleton={<Skeleton className="h-40 w-full rounded-lg" />}
        empty={<p className="text-fg-muted">{t('invitation.none')}</p>}
      >
        {(list) => (
          <ul aria-label={t('people.invitations')} className="divide-y divide-line rounded-lg border border-line bg-surface px-4 sm:px-5">
            {list.map((item) => (
              <Row key={item.id} item={item} />
            ))}
          </ul>
        )}
      </QueryView>
    </>
  );
}

function Row({ item: { id, note, role, usesLeft, expiresAt } }: { item: Invitation }) {
  const act = useAct();
  const name = note || t('invitation.unnamed');
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2.5 py-3.5">
      <div className="min-w-[min(100%,16rem)] flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          <Badge>{t(`nav.role.${role}`)}</Badge>
        </p>
        <p className="text-fg-muted text-sm">
          {t('invitation.left', { n: usesLeft })} · {t('invitation.until', { day: day(expiresAt, language()) })}
        </p>
      </div>
      <AskDialog
        trigger={
          <Button size="sm" variant="secondary" aria-label={t('invitation.revokeNamed', { name })}>
            {t('invitation.revoke')}
          </Button>
        }
        title={t('invitation.revokeNamed', { name })}
        description={t('invitation.revokeText')}
        action={t('invitation.revoke')}
        onConfirm={() =>
          act.mutate({ call: () => request(`/api/admin/invitations/${id}`, { method: 'DELETE' }), done: t('invitation.revoked') })
        }
      />
    </li>
  );
}

function Create() {
  const [open, setOpen] = useState(false);
  const [made, setMade] = useState<Invitation>();
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        setOpen(next);
        setMade(undefined);
      }}
      trigger={<Button>{t('invitation.create')}</Button>}
      title={made ? t('invitation.made') : t('invitation.create')}
      description={made ? t('invitation.madeText') : undefined}
    >
      {made ? (
        <>
          <ShownOnce label={t('invitation.link')} lines={made.link ? [made.link] : []} />
          <DialogClose asChild>
            <Button className="justify-self-end">{t('secret.saved')}</Button>
          </DialogClose>
        </>
      ) : (
        <CreateForm onMade={setMade} />
      )}
    </Dialog>
  );
}

function CreateForm({ onMade }: { onMade: (made: Invitation) => void }) {
  const [note, setNote] = useState('');
  const [role, setRole] = useState<Role>('listener');
  const [uses, setUses] = useState('1');
  const [days, setDays] = useState('7');
  const client = useQueryClient();
  const create = useMutation({
    mutationFn: () => request('/api/admin/invitations', { method: 'POST', body: { note, role, uses: Number(uses), days: Number(days) } }),
    onSuccess: (made) => {
      onMade(made);
      return client.invalidateQueries({ queryKey: invitationsQuery.queryKey });
    },
  });
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate();
      }}
    >
      <Field
        label={t('invitation.note')}
        hint={t('invitation.noteHint')}
        maxLength={100}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold text-sm">{t('people.role')}</span>
        <Select<Role> label={t('people.role')} value={role} onChange={setRole} options={roleOptions(['listener', 'creator'])} />
      </div>
      <div className="grid grid-cols-2 gap-4">
        <Field
          label={t('invitation.uses')}
          type="number"
          required
          min={1}
          max={100}
          value={uses}
          onChange={(event) => setUses(event.target.value)}
        />
        <Field
          label={t('invitation.days')}
          type="number"
          required
          min={1}
          max={90}
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
      </div>
      {create.error && (
        <p role="alert" className="text-danger text-sm">
          {messageOf(create.error, t('settings.notSaved'), ['detail', 'note', 'role', 'uses', 'days'])}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <DialogClose asChild>
          <Button variant="ghost">{t('ask.cancel')}</Button>
        </DialogClose>
        <Button type="submit" pending={create.isPending}>
          {t('invitation.create')}
        </Button>
      </div>
    </form>
  );
}
