import { Link } from '@tanstack/react-router';
import { useSession } from '@/api/auth/session';
import { t } from '@/i18n/create';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { StationForm } from './station-form';

/** A form for creators and operators; others are told who can help. */
export function StationDialog({ onClose }: { onClose: () => void }) {
  const role = useSession().user?.role;
  const may = role !== undefined && role !== 'listener';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(may ? 'create.stationTitle' : 'create.askTitle')}
      description={t(may ? 'create.stationLead' : 'create.askText')}
      wide={may}
    >
      {may ? <StationForm onDone={onClose} /> : <Ask onClose={onClose} />}
    </Dialog>
  );
}

function Ask({ onClose }: { onClose: () => void }) {
  return (
    <div className="flex flex-wrap justify-end gap-3">
      <Button asChild variant="ghost">
        <Link to="/radios" onClick={onClose}>
          {t('create.openStations')}
        </Link>
      </Button>
      <Button autoFocus onClick={onClose}>
        {t('create.understood')}
      </Button>
    </div>
  );
}
