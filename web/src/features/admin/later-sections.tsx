import { Link } from '@tanstack/react-router';
import { ChartColumn, Database, Disc3, ListMusic, type LucideIcon, Radio, Sparkles } from 'lucide-react';
import type { ReactNode } from 'react';
import { type PlainKey, t } from '@/i18n/admin';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { PageHeader } from '@/ui/page-header';
import { UploadButton } from '@/ui/upload-button';

/** Sections with nothing to manage in this version. Each says what to use instead. */
export const RadiosPage = () => <Section title="admin.radios" icon={Radio} />;
export const MusicPage = () => <Section title="admin.music" icon={ListMusic} actions={<UploadButton />} />;
export const MixesPage = () => <Section title="admin.mixes" icon={Disc3} />;
export const AiPage = () => <Section title="admin.ia" icon={Sparkles} />;
export const AnalyticsPage = () => <Section title="admin.analytics" icon={ChartColumn} />;
export const DatabasePage = () => <Section title="admin.database" icon={Database} />;

type SectionProps = { title: PlainKey; icon: LucideIcon; actions?: ReactNode };

function Section({ title, icon, actions }: SectionProps) {
  return (
    <>
      <PageHeader title={t(title)} actions={actions} />
      <EmptyState
        icon={icon}
        title={t('admin.later.title')}
        text={t('admin.later.text')}
        action={
          <Button asChild>
            <Link to="/admin">{t('admin.later.open')}</Link>
          </Button>
        }
      />
    </>
  );
}
