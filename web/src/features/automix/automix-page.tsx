import { Link, useNavigate } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { automixesList } from '@/api/automix';
import type { AutomixListed } from '@/api/types';
import { language, t } from '@/i18n/automix';
import { moment, span } from '@/lib/format';
import { usePaged } from '@/things/list/use-paged';
import { Badge } from '@/ui/badge';
import { Cover } from '@/ui/cover';
import { EmptyState } from '@/ui/empty-state';
import { PageHeader } from '@/ui/page-header';
import { PlanLock } from '@/ui/plan/plan-lock';
import { ProgressBar } from '@/ui/progress-bar';
import { QueryView } from '@/ui/query-view';
import { RowsSkeleton } from '@/ui/rows-skeleton';
import { MakeForm } from './make-form';

/** /automixes: lets the server mix songs, and lists what it mixed. */
export function AutomixPage() {
  const navigate = useNavigate();
  const mixes = usePaged(automixesList);
  return (
    <>
      <PageHeader title={t('title.automix')} lead={t('automix.lead')} />
      <PlanLock of="automixMinutes" className="mb-3" />
      <MakeForm onMade={({ id }) => void navigate({ to: '/automixes/$id', params: { id } })} />
      <section aria-labelledby="automixes" className="mt-8">
        <h2 id="automixes" className="display text-xl">
          {t('automix.yours')}
        </h2>
        <QueryView
          query={mixes}
          skeleton={<RowsSkeleton rowHeight={64} rows={3} />}
          empty={<EmptyState level={3} compact icon={Sparkles} title={t('automix.none')} text={t('automix.noneText')} />}
        >
          {(items) => (
            <ul className="mt-3 divide-y divide-line">
              {items.map((mix) => (
                <Row key={mix.id} mix={mix} />
              ))}
            </ul>
          )}
        </QueryView>
      </section>
    </>
  );
}

function Row({ mix: { id, title, state, progress, reason, createdAt, duration, trackCount, mixId } }: { mix: AutomixListed }) {
  const facts = [t('library.trackCount', { n: trackCount }), duration > 0 && span(duration), moment(createdAt, language())];
  return (
    <li className="relative grid grid-cols-[3rem_minmax(0,1fr)] items-center gap-x-4 px-2 py-3 hover:bg-surface-2">
      <Cover url={null} seed={title} sizes="48px" className="row-span-4 size-12 self-start" />
      <p className="flex min-w-0 items-center gap-2">
        <Link to="/automixes/$id" params={{ id }} className="truncate font-semibold after:absolute after:inset-0 hover:underline">
          {title}
        </Link>
        {state === 'failed' && <Badge tone="danger">{t('automix.state.failed')}</Badge>}
        {mixId && <Badge tone="success">{t('automix.isPublished')}</Badge>}
      </p>
      <p className="tnum text-fg-muted text-sm">{facts.filter(Boolean).join(' · ')}</p>
      {state === 'failed' && <p className="text-danger text-sm">{reason}</p>}
      {(state === 'planning' || state === 'rendering') && (
        <ProgressBar label={t(`automix.state.${state}`)} value={progress} className="mt-1 max-w-80" />
      )}
    </li>
  );
}
