import { type FormEvent, useState } from 'react';
import { request } from '@/api/client';
import { ApiError } from '@/api/error';
import { t } from '@/i18n/admin/premium';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { bodyOf, type Draft, draftOf, FREE, newDraft, type Plan, wrongPrices } from './plan-draft';
import { NAMED, PlanFields } from './plan-fields';
import { fieldErrorsOf, Problem } from './problem';
import { useSend } from './queries';

const PRECONDITION_FAILED = 412;
/** How much higher the rank of a new plan is than the highest one. */
const STEP = 10;

const ranked = (plans: readonly Plan[]) => Math.min(1000, Math.max(0, ...plans.map(({ rank }) => rank)) + STEP);

/** Adds a plan. */
export function NewPlanDialog({ free, plans, onClose }: { free: Plan; plans: readonly Plan[]; onClose: () => void }) {
  const [draft, setDraft] = useState(() => newDraft(free, ranked(plans)));
  const send = useSend();
  const add = () =>
    send.mutate(
      {
        call: () => request('/api/admin/premium/plans', { method: 'POST', body: bodyOf(draft) }),
        done: t('adminPremium.planAdded', { name: draft.name.trim() }),
      },
      { onSuccess: onClose },
    );
  return (
    <PlanDialog
      title={t('adminPremium.newPlan')}
      action={t('adminPremium.addPlan')}
      draft={draft}
      isFree={false}
      send={send}
      onDraft={setDraft}
      onClose={onClose}
      onSubmit={add}
    />
  );
}

/** Changes a plan. If somebody else has changed it meanwhile, the server says so, and the newest version can be shown instead. */
export function EditPlanDialog({ plan, onClose }: { plan: Plan; onClose: () => void }) {
  const [{ id, version }, setPlan] = useState(plan);
  const [draft, setDraft] = useState(() => draftOf(plan));
  const send = useSend();
  const save = () =>
    send.mutate(
      {
        call: () =>
          request(`/api/admin/premium/plans/${id}`, { method: 'PUT', headers: { 'If-Match': `"${version}"` }, body: bodyOf(draft) }),
        done: t('adminPremium.planSaved', { name: draft.name.trim() }),
      },
      { onSuccess: onClose },
    );
  const isOutdated = send.error instanceof ApiError && send.error.status === PRECONDITION_FAILED;
  const renew = () =>
    send.mutate({
      call: async () => {
        const newest = await request(`/api/admin/premium/plans/${id}`);
        setPlan(newest);
        setDraft(draftOf(newest));
      },
    });
  return (
    <PlanDialog
      title={t('adminPremium.editPlan', { name: plan.name })}
      action={t('adminPremium.save')}
      draft={draft}
      isFree={id === FREE}
      send={send}
      onDraft={setDraft}
      onClose={onClose}
      onSubmit={save}
      onRenew={isOutdated ? renew : undefined}
    />
  );
}

type PlanDialogProps = {
  title: string;
  action: string;
  draft: Draft;
  isFree: boolean;
  send: ReturnType<typeof useSend>;
  onDraft: (draft: Draft) => void;
  onClose: () => void;
  onSubmit: () => void;
  /** Shows the version that somebody else has saved. */
  onRenew?: () => void;
};

function PlanDialog({ title, action, draft, isFree, send, onDraft, onClose, onSubmit, onRenew }: PlanDialogProps) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wrongPrices(draft).length === 0) onSubmit();
  };
  return (
    <Dialog open wide keepOpen={send.isPending} onOpenChange={(open) => open || onClose()} title={title}>
      <form className="grid gap-5" onSubmit={submit}>
        <PlanFields draft={draft} isFree={isFree} wrong={fieldErrorsOf(send.error)} onChange={onDraft} />
        <Problem error={send.error} beside={NAMED} />
        <div className="flex flex-wrap justify-end gap-3">
          {onRenew && (
            <Button variant="secondary" onClick={onRenew}>
              {t('adminPremium.newest')}
            </Button>
          )}
          <Button variant="ghost" onClick={onClose}>
            {t('adminPremium.cancel')}
          </Button>
          <Button type="submit" pending={send.isPending}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
