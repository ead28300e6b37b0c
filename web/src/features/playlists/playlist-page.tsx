import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ListMusic } from 'lucide-react';
import { Suspense, useState } from 'react';
import { playlistQuery } from '@/api/playlists';
import type { Playlist } from '@/api/types';
import { t } from '@/i18n/playlists';
import { usePageMeta } from '@/lib/page-meta';
import { lazily } from '@/lib/until-loaded';
import { HeroSkeleton } from '@/things/page/hero';
import { isNotFound } from '@/things/page/not-here';
import { useAddTracks } from '@/things/playlist/playlist-adding';
import { TrackListSkeleton } from '@/things/track/track-list';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { Select } from '@/ui/select';
import type { EntryEdits } from './entry-edits';
import { EntryList } from './entry-list';
import { anchorBefore, ORDERS, type Order, SORTABLE } from './order';
import { PlaylistHead } from './playlist-head';
import { type Rows, useRows } from './rows';
import { useEntryEdits } from './use-entry-edits';

const NothingIn = lazily(() => import('./nothing-in').then((m) => m.NothingIn));
const SortedList = lazily(() => import('./sorted-list').then((m) => m.SortedList));

/** /playlists/$playlistId */
export function PlaylistPage() {
  const { playlistId = '' } = useParams({ strict: false });
  const playlist = useQuery(playlistQuery(playlistId));
  usePageMeta(playlist.data?.name);
  if (isNotFound(playlist.error)) return <NoPlaylist />;
  return (
    <QueryView query={playlist} skeleton={<PlaylistSkeleton />}>
      {(data) => <PlaylistView key={data.id} playlist={data} />}
    </QueryView>
  );
}

function PlaylistView({ playlist }: { playlist: Playlist }) {
  const rows = useRows(playlist.id);
  const total = rows.data?.entries.length ?? playlist.trackCount;
  return (
    <>
      <PlaylistHead playlist={playlist} total={total} duration={rows.data?.duration} />
      <div className="mt-6">
        <QueryView
          query={rows}
          skeleton={<TrackListSkeleton rows={8} />}
          isEmpty={({ entries }) => entries.length === 0}
          empty={
            <Suspense>
              <NothingIn playlist={playlist} />
            </Suspense>
          }
        >
          {(data) => <Songs playlist={playlist} rows={data} onLook={rows.look} />}
        </QueryView>
      </div>
    </>
  );
}

function Songs({ playlist, rows, onLook }: { playlist: Playlist; rows: Rows; onLook: (index: number) => void }) {
  const [order, setOrder] = useState<Order>('own');
  const { move, step, remove, said } = useEntryEdits(playlist.id);
  const add = useAddTracks();
  const sortable = rows.entries.length > 1 && rows.entries.length <= SORTABLE && playlist.kind === 'list';
  const shown = sortable ? order : 'own';
  const insert = (trackIds: readonly string[], before: number) =>
    void add(playlist, trackIds, { after: anchorBefore(rows.entries, new Set(), before), duplicates: 'add' });
  const edits: EntryEdits | undefined = playlist.canEdit ? { ...(shown === 'own' && { move, step, insert }), remove } : undefined;
  return (
    <>
      {sortable && (
        <div className="mb-3 flex justify-end">
          <Select
            label={t('playlist.order')}
            value={order}
            onChange={setOrder}
            options={ORDERS.map((value) => ({ value, label: t(`playlist.order.${value}`) }))}
          />
        </div>
      )}
      {shown === 'own' ? (
        <EntryList playlist={playlist} entries={rows.entries} onLook={onLook} edits={edits} />
      ) : (
        <Suspense fallback={<TrackListSkeleton rows={8} />}>
          <SortedList playlist={playlist} rows={rows} order={shown} edits={edits} />
        </Suspense>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  );
}

function NoPlaylist() {
  return (
    <EmptyState
      icon={ListMusic}
      title={t('playlist.notFound')}
      text={t('playlist.notFoundText')}
      action={
        <Button asChild>
          <Link to="/playlists">{t('playlist.backToAll')}</Link>
        </Button>
      }
    />
  );
}

function PlaylistSkeleton() {
  return (
    <>
      <HeroSkeleton />
      <div className="mt-6">
        <TrackListSkeleton rows={8} />
      </div>
    </>
  );
}
