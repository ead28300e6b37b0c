import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useReach } from '@/api/reach';
import { t } from '@/i18n/operator';
import { cn } from '@/lib/cn';
import { statusQuery } from '../status/queries';

/** How the server is doing at a glance, with the details behind it. */
export function StatusLights() {
  const { data: status, isError } = useQuery(statusQuery);
  const lost = useReach((reach) => reach.lost);
  if (!status && !isError) return null;
  const away = lost || isError;
  const well = !away && status?.degraded.length === 0;
  return (
    <Link
      to="/admin/status"
      className="flex items-center gap-3 whitespace-nowrap rounded-full px-3 py-2 text-fg-muted text-xs hover:bg-surface-3 hover:text-fg hit"
    >
      <span className="flex items-center gap-1.5">
        <span aria-hidden className={cn('size-2 rounded-full', well ? 'bg-success' : 'bg-danger')} />
        {t(away ? 'operator.offline' : well ? 'operator.online' : 'operator.trouble')}
      </span>
      {status && !away && (
        <span className="tnum hidden gap-3 md:flex">
          <span>{t('operator.db', { n: Math.round(status.database.health) })}</span>
          {status.cpu.percent !== null && <span>{t('operator.cpu', { n: Math.round(status.cpu.percent) })}</span>}
        </span>
      )}
    </Link>
  );
}
