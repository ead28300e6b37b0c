import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import { langOf, t } from '@/i18n/ai';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { PageHeader } from '@/ui/page-header';
import { Tabs } from '@/ui/tabs';
import { FeaturedTab, RecentTab, TrendingTab } from './track-tabs';
import { aiTracksQuery, madeByAI } from './tracks';

const TABS = { crear: 'create', recientes: 'recent', destacados: 'featured', trending: 'trending' } as const;
type Tab = keyof typeof TABS;
const NAMES = Object.keys(TABS) as Tab[];

/** /ai-music: what AI made on this server. The tab is in the address. */
export function StudioPage() {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const chosen = NAMES.find((tab) => tab === search.tab) ?? 'crear';
  const show = (tab: Tab) => void navigate({ to: '.', search: { tab }, replace: true });
  const shown = { label: t(`ai.tab.${TABS[chosen]}`), href: `/ai-music?tab=${chosen}`, onCreate: () => show('crear') };
  return (
    <>
      <PageHeader title={t('title.aiMusic')} actions={<Count />} />
      <Tabs
        label={t('title.aiMusic')}
        value={chosen}
        onChange={show}
        tabs={NAMES.map((value) => ({ value, label: t(`ai.tab.${TABS[value]}`), lang: langOf(`ai.tab.${TABS[value]}`) }))}
      >
        {chosen === 'crear' && <NoComposer />}
        {chosen === 'recientes' && <RecentTab {...shown} />}
        {chosen === 'destacados' && <FeaturedTab {...shown} />}
        {chosen === 'trending' && <TrendingTab {...shown} />}
      </Tabs>
    </>
  );
}

function Count() {
  const count = useQuery({ ...aiTracksQuery, select: (tracks) => madeByAI(tracks).length }).data;
  return count === undefined ? null : (
    <Badge tone="ai">
      <Sparkles size={12} aria-hidden />
      {t('ai.count', { n: count })}
    </Badge>
  );
}

const NoComposer = () => (
  <EmptyState
    icon={Sparkles}
    title={t('ai.create.title')}
    text={t('ai.create.text')}
    action={
      <Button asChild>
        <Link to="/library">{t('later.library')}</Link>
      </Button>
    }
  />
);
