import { useSession } from '@/api/auth/session';
import { useLock } from '@/api/plan';
import type { Mix } from '@/api/types';
import { language, t } from '@/i18n/mixes';
import { day } from '@/lib/format';
import { LockedReason } from '@/ui/plan/plan-lock';
import { Select } from '@/ui/select';

type Early = Pick<Mix, 'isOwn' | 'earlyUntil'>;

/** When the early access of a mix ends; null if it has none any more. */
export const earlyUntil = ({ earlyUntil: at }: Pick<Mix, 'earlyUntil'>): string | null =>
  at !== null && Date.parse(at) > Date.now() ? at : null;

/** Until when a person cannot play a mix; null if they can, and as long as their plan is unknown. */
export function useEarlyLock(mix: Early): string | null {
  const { status } = useSession();
  const lock = useLock('earlyMixes');
  return !mix.isOwn && (status === 'anonymous' || lock) ? earlyUntil(mix) : null;
}

/** Until when only some people can play a mix. */
export const earlyText = (until: string) => t('mixes.earlyUntil', { day: day(until, language()) });

/** Why a person cannot play a mix yet, and the way to plans that include early access. */
export const EarlyLock = ({ until }: { until: string }) => (
  <LockedReason>
    {earlyText(until)}. {t('mixes.earlyLocked')}
  </LockedReason>
);

const DAYS = ['0', '1', '3', '7', '14', '30'];

type EarlyFieldProps = {
  /** Days from now, or '' to leave it as it is. */
  value: string;
  /** When the early access ends that the mix has already; undefined for a new mix. */
  until?: string | null;
  onChange: (value: string) => void;
};

/** For how long a mix is for people whose plan includes early access. */
export function EarlyField({ value, until, onChange }: EarlyFieldProps) {
  const kept = until ? [{ value: '', label: t('mixes.earlyKept', { day: day(until, language()) }) }] : [];
  return (
    <div className="grid justify-items-start gap-1.5">
      <span aria-hidden className="font-semibold">
        {t('mixes.early')}
      </span>
      <Select
        label={t('mixes.early')}
        value={value}
        onChange={onChange}
        options={[
          ...kept,
          ...DAYS.map((n) => ({ value: n, label: n === '0' ? t('mixes.earlyNone') : t('mixes.earlyDays', { n: Number(n) }) })),
        ]}
      />
      <p className="text-fg-muted text-sm">{t('mixes.earlyHint')}</p>
    </div>
  );
}
