import { Link } from '@tanstack/react-router';
import { useSession } from '@/api/auth/session';
import { useLock } from '@/api/plan';
import { t } from '@/i18n/create';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { PlanLock } from '@/ui/plan/plan-lock';
import { StationForm } from './station-form';

/** A form for creators and operators whose plan allows one more station; others are told who or what can help. */
export function StationDialog({ onClose }: { onClose: () => void }) {
  const role = useSession().user?.role;
  const may = role !== undefined && role !== 'listener';
  const isLocked = useLock('stations') !== null;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(may ? 'create.stationTitle' : 'create.askTitle')}
      description={may && isLocked ? undefined : t(may ? 'create.stationLead' : 'create.askText')}
      wide={may && !isLocked}
    >
      {!may ? <Ask onClose={onClose} /> : isLocked ? <PlanLock of="stations" /> : <StationForm onDone={onClose} />}
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
