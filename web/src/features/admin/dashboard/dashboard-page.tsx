import { Link } from '@tanstack/react-router';
import { CloudUpload, RadioTower, Settings, Sparkles } from 'lucide-react';
import { type PlainKey, t } from '@/i18n/operator';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { PageHeader } from '@/ui/page-header';
import { AnnounceDialog } from '../announce-dialog';
import { useService } from '../status/use-service';
import { Activity } from './activity';
import { Figures, Now } from './figures';
import { MaintenanceDialog } from './maintenance-dialog';

/** What an operator sees first: how the server is doing, what it holds, and what happened last. */
export function DashboardPage() {
  return (
    <>
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {t('admin.dashboard')}
            <SystemBadge />
          </span>
        }
        lead={t('dashboard.lead')}
        actions={
          <>
            <MaintenanceDialog />
            <AnnounceDialog />
          </>
        }
      />
      <Actions />
      <Figures />
      <Now />
      <Activity />
    </>
  );
}

/** Whether all parts of the server work, with the details behind it. */
function SystemBadge() {
  const service = useService();
  if (!service) return null;
  return (
    <Link to="/admin/status" className="rounded-full hit">
      <Badge tone={service === 'online' ? 'success' : 'danger'} className="tracking-normal">
        {t(`dashboard.${service}`)}
      </Badge>
    </Link>
  );
}

const ACTIONS = [
  { to: '/admin/radios', label: 'dashboard.addStation', icon: RadioTower },
  { to: '/admin/playlists', label: 'dashboard.upload', icon: CloudUpload },
  { to: '/admin/ia', label: 'dashboard.review', icon: Sparkles },
  { to: '/admin/settings', label: 'dashboard.settings', icon: Settings },
] as const satisfies { to: string; label: PlainKey; icon: typeof Settings }[];

const Actions = () => (
  <nav aria-label={t('dashboard.actions')} className="mb-6 flex flex-wrap gap-3">
    {ACTIONS.map(({ to, label, icon: Icon }) => (
      <Button key={to} asChild variant="secondary">
        <Link to={to}>
          <Icon size={16} aria-hidden />
          {t(label)}
        </Link>
      </Button>
    ))}
  </nav>
);
