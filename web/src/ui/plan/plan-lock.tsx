import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { type Lock as Locked, useLock } from '@/api/plan';
import { t } from '@/i18n/t';

/** What plans may lock, with the sentence for it. A plan always includes some storage, and switches are never used up. */
const REASONS = {
  lossless: { lacks: 'plan.lacks.lossless', used: 'plan.lacks.lossless' },
  downloads: { lacks: 'plan.lacks.downloads', used: 'plan.lacks.downloads' },
  aiGenerations: { lacks: 'plan.lacks.aiGenerations', used: 'plan.used.aiGenerations' },
  automixMinutes: { lacks: 'plan.lacks.automixMinutes', used: 'plan.used.automixMinutes' },
  storage: { lacks: 'plan.used.storage', used: 'plan.used.storage' },
} as const;

type Lockable = keyof typeof REASONS;

/** Why a plan does not allow something, in a sentence. */
export const reasonOf = (of: Lockable, { plan, isUsedUp }: Locked) => t(REASONS[of][isUsedUp ? 'used' : 'lacks'], { plan });

/** A lock with its reason and the way to other plans. Nothing if the person's plan allows it. */
export function PlanLock({ of, className = '' }: { of: Lockable; className?: string }) {
  const lock = useLock(of);
  if (!lock) return null;
  return (
    <p className={`flex items-start gap-2 text-fg-muted text-sm ${className}`}>
      <Lock size={16} aria-hidden className="mt-0.5 shrink-0" />
      <span>
        {reasonOf(of, lock)}{' '}
        <Link to="/premium" className="font-semibold text-accent-text hover:underline">
          {t('plan.see')}
        </Link>
      </span>
    </p>
  );
}
