import { Link } from '@tanstack/react-router';
import { Eye, EyeOff, Globe, Lock } from 'lucide-react';
import { request } from '@/api/client';
import type { AdminMix } from '@/api/types';
import { language, t } from '@/i18n/admin/mixes';
import { count, megabytes, moment, span } from '@/lib/format';
import { earlyUntil } from '@/things/mix/early-access';
import { isOwnSound } from '@/things/mix/own-sound';
import { Button } from '@/ui/button';
import { DeleteButton } from '../delete-button';
import { useChange } from '../lists';
import { Facts } from '../table/row-sheet';
import { StatusBadges } from './columns';
import { PlayButton } from './play-button';

type MixDetailsProps = { mix: AdminMix; onEdit: () => void; onDeleted: () => void };

/** What the side sheet says about a mix, and what can be done with it. */
export function MixDetails({ mix, onEdit, onDeleted }: MixDetailsProps) {
  const { id, title, isActive, isPublic, description, tags } = mix;
  const change = useChange();
  const early = earlyUntil(mix);
  const path = `/api/admin/mixes/${id}` as const;
  const save = (body: { isActive?: boolean; isPublic?: boolean }) =>
    change.mutate({ call: () => request(path, { method: 'PUT', body }), done: t('admin.changed', { name: title }) });
  const remove = () =>
    change.mutate({ call: () => request(path, { method: 'DELETE' }), done: t('admin.deleted', { name: title }) }, { onSuccess: onDeleted });
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {isOwnSound(mix.audioUrl) && <PlayButton mix={mix} />}
        <Button size="sm" onClick={onEdit}>
          {t('adminMixes.edit')}
        </Button>
        <Button size="sm" variant="secondary" disabled={change.isPending} onClick={() => save({ isActive: !isActive })}>
          {isActive ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />}
          {t(isActive ? 'adminMixes.deactivate' : 'adminMixes.activate')}
        </Button>
        <Button size="sm" variant="secondary" disabled={change.isPending} onClick={() => save({ isPublic: !isPublic })}>
          {isPublic ? <Lock size={16} aria-hidden /> : <Globe size={16} aria-hidden />}
          {t(isPublic ? 'adminMixes.hide' : 'adminMixes.show')}
        </Button>
        <DeleteButton name={title} text={t('admin.mixes.deleteText')} onConfirm={remove} />
      </div>
      {description && <p className="whitespace-pre-line text-fg-muted text-sm">{description}</p>}
      <Facts
        facts={[
          [t('admin.table.status'), <StatusBadges key="status" mix={mix} />],
          ...factsOf(mix),
          [t('mixes.early'), early && moment(early, language())],
          [t('adminMixes.tags'), tags.join(', ')],
        ]}
      />
      <Link to="/mixes/$id" params={{ id }} className="font-semibold text-accent-text text-sm hover:underline">
        {t('adminMixes.openPage')}
      </Link>
    </>
  );
}

const factsOf = (mix: AdminMix): [string, string | number | null][] => [
  [t('adminMixes.dj'), mix.djName],
  [t('admin.mixes.category'), mix.category],
  [t('admin.table.genre'), mix.genre],
  ['BPM', mix.bpm && Math.round(mix.bpm)],
  [t('admin.mixes.duration'), mix.duration > 0 ? span(mix.duration) : ''],
  [t('adminMixes.format'), mix.format],
  [t('admin.mixes.size'), mix.fileSize > 0 ? megabytes(mix.fileSize) : ''],
  [t('admin.mixes.plays'), count(mix.playCount, language())],
  [t('admin.mixes.likes'), count(mix.likes, language())],
  [t('adminMixes.created'), moment(mix.uploadedAt, language())],
];
