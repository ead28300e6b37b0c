import { useQuery } from '@tanstack/react-query';
import { CloudOff, Headphones } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { messageOf } from '@/api/error';
import { welcomeQuery } from '@/api/queries';
import { language, t } from '@/i18n/t';
import { firstScreen } from '@/lib/first-screen';
import { moment } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { Skeleton } from '@/ui/skeleton';

const frame = 'flex min-h-[62px] items-center gap-x-4 rounded-lg border border-line bg-(--glass) px-4 py-3';

/** The server's greeting, or a fallback that is marked as such. It has its place from the start, and is asked for after the first covers. */
export function WelcomeCard() {
  const [late, setLate] = useState(false);
  useEffect(() => void firstScreen().then(() => setLate(true)), []);
  const { data, error } = useQuery({ ...welcomeQuery, enabled: late });
  if (data) return <Greeting icon={<Headphones size={18} aria-hidden />} greeting={data.greeting} timestamp={data.timestamp} />;
  if (!error) return <Loading />;
  return (
    <Greeting icon={<CloudOff size={18} aria-hidden />} greeting={t('welcome.greeting')} timestamp={new Date().toISOString()}>
      <span className="text-fg-muted">
        <strong className="font-semibold text-danger">{t('welcome.connection')}</strong> {messageOf(error, t('welcome.failed'))}
      </span>
      <Badge tone="warning">{t('welcome.fallback')}</Badge>
    </Greeting>
  );
}

function Greeting({ icon, greeting, timestamp, children }: { icon: ReactNode; greeting: string; timestamp: string; children?: ReactNode }) {
  return (
    <section data-slot="welcome" className={frame}>
      <span className="grid size-9 shrink-0 place-items-center rounded-full bg-(--accent-faint) text-accent-text">{icon}</span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1">
        <p className="font-semibold">{greeting}</p>
        {children}
        <time dateTime={timestamp} className="tnum text-fg-muted text-sm sm:ml-auto">
          {moment(timestamp, language())}
        </time>
      </div>
    </section>
  );
}

function Loading() {
  return (
    <div role="status" aria-label={t('ui.loading')} className={frame}>
      <Skeleton className="size-9 rounded-full" />
      <Skeleton className="h-4 w-44" />
      <Skeleton className="ml-auto h-4 w-28" />
    </div>
  );
}
