import { useQuery } from '@tanstack/react-query';
import type { components } from '@/api/schema';
import { language, t } from '@/i18n/operator';
import { count } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { statsQuery } from '../lists';

type Stats = components['schemas']['AdminStats'];

/** The number that a section's link shows. */
const COUNTS: Record<string, (stats: Stats) => number> = {
  '/admin/radios': ({ radios }) => radios.total,
  '/admin/playlists': ({ music }) => music.playlists,
  '/admin/mixes': ({ mixes }) => mixes.total,
  '/admin/ia': ({ ai }) => ai.pending,
};

/** How much a section holds; of AI music what waits for a decision, if there is any. */
export function CountBadge({ to, className }: { to: string; className?: string }) {
  const stats = useQuery(statsQuery).data;
  const of = COUNTS[to];
  if (!stats || !of) return null;
  const n = of(stats);
  const pending = to === '/admin/ia';
  if (pending && n === 0) return null;
  return (
    <Badge tone={pending ? 'danger' : 'neutral'} className={className}>
      <span aria-hidden>{count(n, language())}</span>
      <span className="sr-only">{pending ? t('operator.pending', { n }) : t('operator.total', { n: count(n, language()) })}</span>
    </Badge>
  );
}
