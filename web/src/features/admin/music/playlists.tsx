import { Link } from '@tanstack/react-router';
import { ListMusic, Pencil, Play, Plus } from 'lucide-react';
import { useState } from 'react';
import { deletePlaylist, type PlaylistFields, savePlaylist } from '@/api/playlists';
import type { AdminPlaylist } from '@/api/types';
import { t } from '@/i18n/admin/music';
import '@/i18n/admin/table';
import '@/i18n/playlists';
import { span } from '@/lib/format';
import { openNewPlaylist } from '@/lib/playlists';
import { usePlayAll } from '@/things/play/playback';
import { DetailsForm } from '@/things/playlist/details-form';
import { contextOf, loadEntries } from '@/things/playlist/play-entries';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { EmptyState } from '@/ui/empty-state';
import { IconButton } from '@/ui/icon-button';
import { DeleteButton } from '../delete-button';
import { useChange } from '../lists';
import { DataTable } from '../table/data-table';
import { playlistColumns, playlistFilters, playlistPage } from './playlist-columns';

/** The playlists of all members, and a way to add one of the operator's. */
export function Playlists() {
  const create = (
    <Button onClick={() => openNewPlaylist()}>
      <Plus size={18} aria-hidden />
      {t('playlist.create')}
    </Button>
  );
  return (
    <>
      <div className="mb-5 flex justify-end">{create}</div>
      <DataTable
        name="playlists"
        label={t('admin.music.playlists')}
        search={t('admin.music.search')}
        page={playlistPage}
        columns={playlistColumns()}
        filters={playlistFilters()}
        sort="-created"
        nameOf={({ name }) => name}
        empty={<EmptyState icon={ListMusic} title={t('admin.music.none')} text={t('admin.music.noneText')} />}
        card={(playlist) => <PlaylistCard key={playlist.id} playlist={playlist} />}
      />
    </>
  );
}

function PlaylistCard({ playlist }: { playlist: AdminPlaylist }) {
  const { id, name, description, genre, songCount, totalDuration, isPublic, mayChange } = playlist;
  const isOpen = isPublic || mayChange;
  return (
    <li className="flex min-w-0 flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <div className="min-w-0">
        <h3 className="break-words font-semibold">
          {isOpen ? (
            <Link to="/playlists/$playlistId" params={{ playlistId: id }} className="hover:underline">
              {name}
            </Link>
          ) : (
            name
          )}
        </h3>
        {description && <p className="mt-1 line-clamp-2 text-fg-muted text-sm">{description}</p>}
      </div>
      <p className="tnum flex flex-wrap items-center gap-x-3 gap-y-1.5 text-fg-muted text-sm">
        <span>{t('lists.songs', { n: songCount })}</span>
        {totalDuration > 0 && <span>{span(totalDuration)}</span>}
        {genre && <span>{genre}</span>}
        <Badge tone={isPublic ? 'success' : 'neutral'}>{t(isPublic ? 'admin.public' : 'admin.private')}</Badge>
      </p>
      <div className="mt-auto flex min-h-8 items-center gap-1">
        {isOpen ? <PlayList playlist={playlist} /> : <p className="text-fg-faint text-sm">{t('lists.private')}</p>}
        {mayChange && <Changes playlist={playlist} />}
      </div>
    </li>
  );
}

function PlayList({ playlist }: { playlist: AdminPlaylist }) {
  const play = usePlayAll(loadEntries(playlist.id), contextOf(playlist));
  const label = t('lists.play', { name: playlist.name });
  return <IconButton icon={Play} label={label} size="sm" disabled={playlist.songCount === 0} onClick={() => void play('inOrder')} />;
}

/** Edits or deletes a playlist. */
function Changes({ playlist: { id, name, description, isPublic } }: { playlist: AdminPlaylist }) {
  const [edits, setEdits] = useState(false);
  const change = useChange();
  const close = () => setEdits(false);
  const save = (fields: PlaylistFields) =>
    change.mutate({ call: () => savePlaylist(id, fields), done: t('playlist.saved') }, { onSuccess: close });
  const remove = () => change.mutate({ call: () => deletePlaylist(id), done: t('playlist.deleted') });
  return (
    <>
      <IconButton icon={Pencil} label={t('lists.edit', { name })} size="sm" onClick={() => setEdits(true)} />
      <DeleteButton name={name} text={t('lists.deleteText')} onConfirm={remove} />
      <Dialog open={edits} onOpenChange={setEdits} title={t('playlist.editTitle')}>
        <DetailsForm
          fields={{ name, description, isPublic }}
          submit={t('playlist.save')}
          pending={change.isPending}
          onSubmit={save}
          onCancel={close}
        />
      </Dialog>
    </>
  );
}
