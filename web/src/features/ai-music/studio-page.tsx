import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { Sparkles } from 'lucide-react';
import type { Maker } from '@/api/types';
import { langOf, t } from '@/i18n/ai';
import { Badge } from '@/ui/badge';
import { PageHeader } from '@/ui/page-header';
import { Tabs } from '@/ui/tabs';
import { Chat } from './chat';
import { MakerChoice, useMakers, useWantedMaker } from './makers';
import { FeaturedTab, RecentTab, TrendingTab } from './track-tabs';
import { aiTracksQuery, madeByAI } from './tracks';

const TABS = { crear: 'create', recientes: 'recent', destacados: 'featured', trending: 'trending' } as const;
type Tab = keyof typeof TABS;
const NAMES = Object.keys(TABS) as Tab[];

/** /ai-music: asks the composer for music, and shows what AI made on this server. The tab is in the address. */
export function StudioPage() {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const [wanted, want] = useWantedMaker();
  const { makers, maker } = useMakers(wanted);
  const chosen = NAMES.find((tab) => tab === search.tab) ?? 'crear';
  const show = (tab: Tab) => void navigate({ to: '.', search: { tab }, replace: true });
  const shown = { label: t(`ai.tab.${TABS[chosen]}`), href: `/ai-music?tab=${chosen}`, onCreate: () => show('crear') };
  return (
    <>
      <PageHeader title={t('title.aiMusic')} lead={t('ai.lead')} actions={<Figures maker={maker} />} />
      <Tabs
        label={t('title.aiMusic')}
        value={chosen}
        onChange={show}
        tabs={NAMES.map((value) => ({ value, label: t(`ai.tab.${TABS[value]}`), lang: langOf(`ai.tab.${TABS[value]}`) }))}
      >
        {chosen === 'crear' && (
          <Chat
            maker={!maker || maker.name === wanted ? wanted : undefined}
            likeId={search.like}
            onLiked={() => show('crear')}
            choice={(disabled) => <MakerChoice makers={makers} maker={maker} disabled={disabled} onChoose={want} />}
          />
        )}
        {chosen === 'recientes' && <RecentTab {...shown} />}
        {chosen === 'destacados' && <FeaturedTab {...shown} />}
        {chosen === 'trending' && <TrendingTab {...shown} />}
      </Tabs>
    </>
  );
}

/** Who makes the music, and how much there is. */
function Figures({ maker }: { maker: Maker | undefined }) {
  const count = useQuery({ ...aiTracksQuery, select: (tracks) => madeByAI(tracks).length }).data;
  return (
    <>
      {count !== undefined && <Badge tone="outline">{t('ai.count', { n: count })}</Badge>}
      {maker && (
        <Badge tone="ai">
          <Sparkles size={12} aria-hidden />
          {maker.label}
        </Badge>
      )}
    </>
  );
}
