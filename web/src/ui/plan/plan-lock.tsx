import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { type Lock as Locked, useLimit, useLock, useWouldPlanAllow } from '@/api/plan';
import { t } from '@/i18n/t';

/** What plans may lock, with the sentence for it. A plan always includes some storage, and switches are never used up. */
const REASONS = {
  lossless: { lacks: 'plan.lacks.lossless', used: 'plan.lacks.lossless' },
  downloads: { lacks: 'plan.lacks.downloads', used: 'plan.lacks.downloads' },
  aiGenerations: { lacks: 'plan.lacks.aiGenerations', used: 'plan.used.aiGenerations' },
  automixMinutes: { lacks: 'plan.lacks.automixMinutes', used: 'plan.used.automixMinutes' },
  storage: { lacks: 'plan.used.storage', used: 'plan.used.storage' },
  stations: { lacks: 'plan.lacks.stations', used: 'plan.used.stations' },
  privateStations: { lacks: 'plan.lacks.privateStations', used: 'plan.lacks.privateStations' },
} as const;

type Lockable = keyof typeof REASONS;

/** Why a plan does not allow something, in a sentence. */
export const reasonOf = (of: Lockable, { plan, isUsedUp }: Locked) => t(REASONS[of][isUsedUp ? 'used' : 'lacks'], { plan });

/** A lock with its reason and the way to other plans. Nothing if the person's plan allows it. */
export function PlanLock({ of, className = '' }: { of: Lockable; className?: string }) {
  const lock = useLock(of);
  return lock && <LockedReason className={className}>{reasonOf(of, lock)}</LockedReason>;
}

/** When the recording of a live show ends by itself, or how much of one on the desk can be saved. Nothing if the person's plan sets no limit. */
export function RecordingLimit({ of, className = '' }: { of: 'show' | 'desk'; className?: string }) {
  const most = useLimit('recordingLength');
  return most && <LockedReason className={className}>{t(`plan.recording.${of}`, { plan: most.plan, n: most.limit })}</LockedReason>;
}

/** The way to other plans after the sentence of a refusal. Nothing if no plan would allow it. */
export const WayOn = ({ error }: { error: unknown }) => useWouldPlanAllow(error) && <SeePlans />;

/** A lock with a sentence, and the way to other plans. */
export const LockedReason = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <p className={`flex items-start gap-2 text-fg-muted text-sm ${className}`}>
    <Lock size={16} aria-hidden className="mt-0.5 shrink-0" />
    <span>
      {children} <SeePlans />
    </span>
  </p>
);

const SeePlans = () => (
  <Link to="/premium" className="font-semibold text-accent-text hover:underline">
    {t('plan.see')}
  </Link>
);
