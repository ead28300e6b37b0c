import { Link } from '@tanstack/react-router';
import { Check, ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { components } from '@/api/schema';
import { language, t } from '@/i18n/admin/alerts';
import { cn } from '@/lib/cn';
import { moment } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import { toast } from '@/ui/toast/toast-store';
import { Deliveries } from './deliveries';
import { useReadAlerts } from './queries';

export type Alert = components['schemas']['Alert'];

const TONES = { notice: 'outline', warning: 'warning', trouble: 'danger' } as const;

/** One alert. Following its link marks it as read. */
export function AlertRow({ alert }: { alert: Alert }) {
  const { id, severity, title, text, link, read } = alert;
  const mark = useReadAlerts();
  const markRead = () => read || mark.mutate([id], { onError: () => toast({ tone: 'danger', title: t('alerts.notDone') }) });
  return (
    <li className={cn('px-4 py-3.5', !read && 'bg-surface-2')}>
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <p className="mb-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-fg-muted text-sm">
            <Badge tone={TONES[severity]}>{t(`alerts.severity.${severity}`)}</Badge>
            {title}
          </p>
          <p className={cn('break-words', !read && 'font-semibold')}>
            {!read && (
              <span className="mr-2 inline-block size-2 rounded-full bg-accent align-middle">
                <span className="sr-only">{t('alerts.unread')}</span>
              </span>
            )}
            {link.startsWith('/') ? (
              <Link to={link} onClick={markRead} className="hover:underline">
                {text}
              </Link>
            ) : (
              text
            )}
          </p>
          <When alert={alert} />
        </div>
        {!read && <IconButton size="sm" icon={Check} label={t('alerts.markRead', { text })} onClick={markRead} />}
      </div>
      <Sent alert={alert} />
    </li>
  );
}

function When({ alert: { count, createdAt, updatedAt, solvedAt } }: { alert: Alert }) {
  const when = (iso: string) => moment(iso, language());
  return (
    <p className="tnum text-fg-muted text-sm">
      <time dateTime={updatedAt}>{when(updatedAt)}</time>
      {count > 1 && createdAt !== updatedAt && ` · ${t('alerts.times', { n: count, when: when(createdAt) })}`}
      {solvedAt && <span className="text-success">{` · ${t('alerts.solved', { when: when(solvedAt) })}`}</span>}
    </p>
  );
}

/** How often the alert was sent elsewhere; the deliveries open below. */
function Sent({ alert: { id, text, deliveries, failed } }: { alert: Alert }) {
  const [open, setOpen] = useState(false);
  const list = useId();
  if (deliveries === 0) return <p className="mt-1 text-fg-muted text-sm">{t('alerts.notSent')}</p>;
  const label = failed > 0 ? t('alerts.sentFailed', { n: deliveries, failed }) : t('alerts.sent', { n: deliveries });
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        className={cn('-ml-3 mt-1', failed > 0 && 'text-danger')}
        aria-expanded={open}
        aria-controls={open ? list : undefined}
        aria-label={t('alerts.deliveriesOf', { deliveries: label, text })}
        onClick={() => setOpen(!open)}
      >
        {label}
        <ChevronDown size={16} aria-hidden className={cn('transition', open && 'rotate-180')} />
      </Button>
      {open && (
        <div id={list}>
          <Deliveries alert={id} />
        </div>
      )}
    </>
  );
}
