import { Crown, Disc3, ListMusic, Sparkles, TrendingUp } from 'lucide-react';
import { t } from '@/i18n/later';
import { EmptyState } from '@/ui/empty-state';
import { PageHeader } from '@/ui/page-header';
import { Absent, TabbedPage, WayOn } from './absent';

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

export const DjMixPage = () => (
  <>
    <PageHeader title={t('nav.djMix')} lead={t('dj.lead')} />
    <Absent icon={Disc3} title="dj.title" text="dj.text" way="albums" />
  </>
);

export const DjStudioPage = () => (
  <TabbedPage
    title={t('title.djStudio')}
    tabs={[
      { value: 'explorar', label: 'mixes.tab.explore', icon: Disc3, title: 'mixes.title', text: 'mixes.text', way: 'albums' },
      {
        value: 'crear',
        label: 'mixes.tab.create',
        icon: ListMusic,
        title: 'mixes.create.title',
        text: 'mixes.create.text',
        way: 'library',
      },
      { value: 'recientes', label: 'mixes.tab.recent', icon: Disc3, title: 'mixes.title', text: 'mixes.text', way: 'newest' },
      { value: 'destacados', label: 'mixes.tab.featured', icon: Disc3, title: 'mixes.title', text: 'mixes.text', way: 'albums' },
    ]}
  />
);

export const PremiumPage = () => (
  <>
    <PageHeader title={t('nav.premium')} />
    <EmptyState icon={Crown} title={t('premium.title')} text={t('premium.text')} action={<WayOn way="library" />} />
  </>
);
