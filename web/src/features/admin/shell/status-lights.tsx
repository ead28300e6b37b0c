import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { t } from '@/i18n/operator';
import { cn } from '@/lib/cn';
import { percent } from '@/lib/format';
import { statusQuery } from '../status/queries';
import { useService } from '../status/use-service';

/** How the server is doing at a glance, with the details behind it. */
export function StatusLights() {
  const { data: status } = useQuery(statusQuery);
  const service = useService();
  if (!service) return null;
  return (
    <Link
      to="/admin/status"
      className="flex items-center gap-3 whitespace-nowrap rounded-full px-3 py-2 text-fg-muted text-xs hover:bg-surface-3 hover:text-fg hit"
    >
      <span className="flex items-center gap-1.5">
        <span aria-hidden className={cn('size-2 rounded-full', service === 'online' ? 'bg-success' : 'bg-danger')} />
        {t(`operator.${service}`)}
      </span>
      {status && service !== 'offline' && (
        <span className="tnum hidden gap-3 md:flex">
          <span>{t('operator.db', { n: percent(status.database.health) })}</span>
          {status.cpu.percent !== null && <span>{t('operator.cpu', { n: percent(status.cpu.percent) })}</span>}
        </span>
      )}
    </Link>
  );
}
