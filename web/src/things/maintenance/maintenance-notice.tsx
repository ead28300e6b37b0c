import { Wrench } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { components } from '@/api/schema';
import { language, t } from '@/i18n/admin/maintenance';
import { moment } from '@/lib/format';

export type Maintenance = NonNullable<components['schemas']['Config']['maintenance']>;

/** The longest that a timer of the browser waits, in ms. */
const LONGEST = 2 ** 31 - 1;

/** Says on every page that the server is being maintained, until that is over. */
export function MaintenanceNotice({ maintenance: { message, until }, operator }: { maintenance: Maintenance; operator: boolean }) {
  const [ended, setEnded] = useState<string | null>(null);
  useEffect(() => {
    if (!until) return;
    const left = Date.parse(until) - Date.now();
    if (left > LONGEST) return;
    const timer = setTimeout(() => setEnded(until), Math.max(left, 0));
    return () => clearTimeout(timer);
  }, [until]);
  if (until && ended === until) return null;
  const text = until
    ? t(operator ? 'maintenance.operatorUntil' : 'maintenance.until', { when: moment(until, language()) })
    : t(operator ? 'maintenance.operator' : 'maintenance.now');
  return (
    <div
      role="status"
      data-slot="maintenance-notice"
      className="relative mx-4 mt-2 flex items-start gap-3 rounded-lg border border-warning bg-surface px-4 py-2.5 text-sm md:mx-8 lg:mt-4"
    >
      <Wrench size={18} aria-hidden className="mt-0.5 shrink-0 text-warning" />
      <div className="min-w-0">
        <p className="font-semibold">{text}</p>
        {message && <p className="break-words">{message}</p>}
      </div>
    </div>
  );
}
