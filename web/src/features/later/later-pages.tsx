import { Link } from '@tanstack/react-router';
import { Crown } from 'lucide-react';
import { t } from '@/i18n/later';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { PageHeader } from '@/ui/page-header';

/** A screen that is not part of this version. It says so and links to something that works. */
export const PremiumPage = () => (
  <>
    <PageHeader title={t('nav.premium')} />
    <EmptyState
      icon={Crown}
      title={t('premium.title')}
      text={t('premium.text')}
      action={
        <Button asChild>
          <Link to="/library">{t('later.library')}</Link>
        </Button>
      }
    />
  </>
);
