import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { apiQuery } from '@/api/query-client';
import type { User } from '@/api/types';
import { language, t } from '@/i18n/settings';
import { day } from '@/lib/format';
import { KeepAccount } from '@/things/account/keep-account';
import { Button } from '@/ui/button';

/** A notice on every page: the account will be deleted, or needs a second factor. */
export function AccountNotice({ user: { deleteAt, factorDueAt } }: { user: User }) {
  if (deleteAt) {
    return (
      <Notice icon={<TriangleAlert size={18} aria-hidden />} text={t('delete.on', { day: day(deleteAt, language()) })}>
        <KeepAccount />
      </Notice>
    );
  }
  return factorDueAt ? <FactorDue at={factorDueAt} /> : null;
}

/** Hidden once there is a second factor, or none is required any more. */
function FactorDue({ at }: { at: string }) {
  const { data } = useQuery(apiQuery(['/api/account/security']));
  if (!data?.factorRequired || data.totp || data.passkeys.length > 0) return null;
  return (
    <Notice icon={<ShieldAlert size={18} aria-hidden />} text={t('factorDue.by', { day: day(at, language()) })}>
      <Button asChild size="sm">
        <Link to="/settings" search={{ tab: 'security' }}>
          {t('factorDue.setUp')}
        </Link>
      </Button>
    </Notice>
  );
}

function Notice({ icon, text, children }: { icon: ReactNode; text: string; children: ReactNode }) {
  return (
    <div
      role="status"
      data-slot="account-notice"
      className="relative mx-4 mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-warning bg-surface px-4 py-2.5 md:mx-8 lg:mt-4"
    >
      <span className="text-warning">{icon}</span>
      <p className="min-w-[min(100%,14rem)] flex-1 font-semibold text-sm">{text}</p>
      {children}
    </div>
  );
}
