import { Download } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { request } from '@/api/client';
import { t } from '@/i18n/admin/premium';
import { PRODUCT } from '@/i18n/product';
import { saveFile } from '@/lib/save-file';
import { Button } from '@/ui/button';
import { Choice } from '@/ui/choice';
import { Dialog, DialogClose } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { ShownOnce } from '@/ui/shown-once';
import { csvOf } from '../table/csv';
import { endOf } from './days';
import { PlanChoice } from './plan-choice';
import { fieldErrorsOf, Problem } from './problem';
import { useSend } from './queries';

/** Makes codes and shows them, which the server does only this once. */
export function CodesDialog({ onClose }: { onClose: () => void }) {
  const [codes, setCodes] = useState<readonly string[]>([]);
  const isMade = codes.length > 0;
  return (
    <Dialog
      open
      wide
      keepOpen={isMade}
      onOpenChange={(open) => open || onClose()}
      title={isMade ? t('adminPremium.madeCodes', { n: codes.length }) : t('adminPremium.makeCodes')}
      description={isMade ? t('adminPremium.madeCodesText') : undefined}
    >
      {isMade ? <Made codes={codes} /> : <MakeForm onMade={setCodes} onClose={onClose} />}
    </Dialog>
  );
}

function Made({ codes }: { codes: readonly string[] }) {
  const save = () =>
    saveFile(
      `${PRODUCT.slug}-codes-${new Date().toISOString().slice(0, 10)}.csv`,
      csvOf([{ id: 'code', label: t('adminPremium.code'), cell: (code: string) => code, text: (code: string) => code }], codes),
      'text/csv;charset=utf-8',
    );
  return (
    <>
      <ShownOnce label={t('adminPremium.tab.codes')} lines={codes} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={save}>
          <Download size={16} aria-hidden />
          {t('adminPremium.codesCSV')}
        </Button>
        <DialogClose asChild>
          <Button>{t('secret.saved')}</Button>
        </DialogClose>
      </div>
    </>
  );
}

const LENGTHS = ['planForDays', 'planUntil', 'planForever'] as const;
type Length = (typeof LENGTHS)[number];

const NEW = { planId: '', count: '10', uses: '1', length: 'planForDays' as Length, days: '30', endDay: '', expiryDay: '', note: '' };

/** What the server gets. */
const bodyOf = ({ planId, count, uses, length, days, endDay, expiryDay, note }: typeof NEW) => ({
  planId,
  count: Number(count),
  uses: Number(uses),
  note: note.trim(),
  ...(length === 'planForDays' && { days: Number(days) }),
  ...(length === 'planUntil' && { endsAt: endOf(endDay) ?? undefined }),
  expiresAt: endOf(expiryDay) ?? undefined,
});

/** The fields beside which the server's sentences stand. */
const NAMED = ['count', 'uses', 'days', 'endsAt', 'expiresAt', 'note'];

function MakeForm({ onMade, onClose }: { onMade: (codes: readonly string[]) => void; onClose: () => void }) {
  const [draft, setDraft] = useState(NEW);
  const send = useSend();
  const wrong = fieldErrorsOf(send.error);
  const { length } = draft;
  const field = (key: Exclude<keyof typeof NEW, 'length'>, name: string) => ({
    value: draft[key],
    error: wrong[name]?.[0],
    onChange: ({ target }: { target: { value: string } }) => setDraft({ ...draft, [key]: target.value }),
  });
  const whole = { type: 'number', required: true, min: 1, step: 1 } as const;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send.mutate({
      call: async () => {
        const { codes = [] } = await request('/api/admin/premium/codes', { method: 'POST', body: bodyOf(draft) });
        onMade(codes);
      },
    });
  };
  return (
    <form className="grid gap-4" onSubmit={submit}>
      <PlanChoice value={draft.planId} onChange={(planId) => setDraft({ ...draft, planId })} />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={t('adminPremium.count')} {...whole} max={1000} {...field('count', 'count')} />
        <Field label={t('adminPremium.uses')} {...whole} {...field('uses', 'uses')} />
        <Choice<Length>
          label={t('adminPremium.planFor')}
          value={length}
          onChange={(next) => setDraft({ ...draft, length: next })}
          options={LENGTHS.map((value) => ({ value, label: t(`adminPremium.${value}`) }))}
        />
        {length === 'planForDays' && <Field label={t('adminPremium.daysField')} {...whole} {...field('days', 'days')} />}
        {length === 'planUntil' && <Field type="date" required label={t('adminPremium.lastDay')} {...field('endDay', 'endsAt')} />}
      </div>
      <Field type="date" label={t('adminPremium.expires')} hint={t('adminPremium.expiresHint')} {...field('expiryDay', 'expiresAt')} />
      <Field label={t('adminPremium.note')} hint={t('adminPremium.noteHint')} maxLength={200} {...field('note', 'note')} />
      <Problem error={send.error} beside={NAMED} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" onClick={onClose}>
          {t('adminPremium.cancel')}
        </Button>
        <Button type="submit" pending={send.isPending} disabled={draft.planId === ''}>
          {t('adminPremium.makeCodes')}
        </Button>
      </div>
    </form>
  );
}
