import { Crown, Sparkles, TrendingUp } from 'lucide-react';
import { t } from '@/i18n/later';
import { EmptyState } from '@/ui/empty-state';
import { PageHeader } from '@/ui/page-header';
import { TabbedPage, WayOn } from './absent';

/** Screens that are not part of this version. Each says what is missing and links to something that works. */

export const AiMusicPage = () => (
  <TabbedPage
    title={t('title.aiMusic')}
    tabs={[
      { value: 'crear', label: 'ai.tab.create', icon: Sparkles, title: 'ai.create.title', text: 'ai.create.text', way: 'library' },
      { value: 'recientes', label: 'ai.tab.recent', icon: Sparkles, title: 'ai.recent.title', text: 'ai.recent.text', way: 'newest' },
      { value: 'destacados', label: 'ai.tab.featured', icon: Sparkles, title: 'ai.recent.title', text: 'ai.recent.text', way: 'library' },
      { value: 'trending', label: 'ai.tab.trending', icon: TrendingUp, title: 'ai.recent.title', text: 'ai.recent.text', way: 'search' },
    ]}
  />
);

export const PremiumPage = () => (
  <>
    <PageHeader title={t('nav.premium')} />
    <EmptyState icon={Crown} title={t('premium.title')} text={t('premium.text')} action={<WayOn way="library" />} />
  </>
);
