import { Link } from '@tanstack/react-router';
import { Eye, EyeOff } from 'lucide-react';
import { request } from '@/api/client';
import type { AdminStation } from '@/api/types';
import { language, t } from '@/i18n/admin/table';
import { count, moment } from '@/lib/format';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { DeleteButton } from '../delete-button';
import { useChange } from '../lists';
import { Facts } from '../table/row-sheet';
import { modeOf, seenBy } from './columns';
import { PlayButton } from './play-button';

/** Deletes a station after asking. */
export function DeleteStation({ station: { id, name }, onDeleted }: { station: AdminStation; onDeleted?: () => void }) {
  const change = useChange();
  const remove = () =>
    change.mutate(
      { call: () => request(`/api/admin/radios/${id}`, { method: 'DELETE' }), done: t('admin.deleted', { name }) },
      { onSuccess: onDeleted },
    );
  return <DeleteButton name={name} text={t('admin.stations.deleteText')} onConfirm={remove} />;
}

type StationDetailsProps = { station: AdminStation; onEdit: () => void; onDeleted: () => void };

/** What the side sheet says about a station, and what can be done with it. */
export function StationDetails({ station, onEdit, onDeleted }: StationDetailsProps) {
  const {
    id,
    name,
    description,
    genre,
    country,
    isOnline,
    listeners,
    type,
    bitrate,
    format,
    isPublic,
    createdAt,
    mount,
    problem,
    streamUrl,
  } = station;
  const change = useChange();
  const path = `/api/admin/radios/${id}` as const;
  const show = () =>
    change.mutate({ call: () => request(path, { method: 'PUT', body: { isPublic: !isPublic } }), done: t('admin.changed', { name }) });
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <PlayButton id={id} name={name} />
        <Button size="sm" onClick={onEdit}>
          {t('admin.stations.manage')}
        </Button>
        <Button asChild size="sm" variant="secondary">
          <Link to="/radios/$id/manage" params={{ id }}>
            {t('radios.form.manage')}
          </Link>
        </Button>
        <Button size="sm" variant="secondary" pending={change.isPending} onClick={show}>
          {!change.isPending && (isPublic ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />)}
          {t(isPublic ? 'radios.hide' : 'radios.show')}
        </Button>
        <DeleteStation station={station} onDeleted={onDeleted} />
      </div>
      {description && <p className="text-fg-muted text-sm">{description}</p>}
      <Facts
        facts={[
          [
            t('admin.table.status'),
            <Badge key="status" tone={isOnline ? 'success' : 'neutral'}>
              {t(isOnline ? 'admin.stations.online' : 'admin.stations.offline')}
            </Badge>,
          ],
          [t('radios.problem'), problem],
          [t('admin.stations.listeners'), count(listeners, language())],
          [t('radios.mode'), modeOf(station)],
          [t('admin.table.genre'), genre],
          [t('radios.country'), country],
          [t('admin.stations.type'), type],
          [t('admin.stations.quality'), `${bitrate} ${format}`],
          [t('radios.filter.visibility'), seenBy(station)],
          [t('radios.mount'), mount],
          [t('radios.stream'), streamUrl],
          [t('radios.created'), moment(createdAt, language())],
        ]}
      />
      <Link to="/radios/$id" params={{ id }} className="font-semibold text-accent-text text-sm hover:underline">
        {t('radios.openPage')}
      </Link>
    </>
  );
}
