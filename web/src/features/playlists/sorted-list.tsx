import { useQuery } from '@tanstack/react-query';
import type { Entry, Playlist } from '@/api/types';
import { language } from '@/i18n/playlists';
import { TrackListSkeleton } from '@/things/track/track-list';
import { QueryView } from '@/ui/query-view';
import type { EntryEdits } from './entry-edits';
import { EntryList } from './entry-list';
import { type Order, SORTABLE } from './order';
import { entriesBetween, type Rows } from './rows';
import { sorted } from './sorted';

type SortedListProps = { playlist: Playlist; rows: Rows; order: Order; edits: EntryEdits | undefined };

/** All songs in another order than the playlist's own. */
export function SortedList({ playlist, rows, order, edits }: SortedListProps) {
  const loaded = rows.entries.every((entry) => entry !== undefined);
  const all = useQuery({
    queryKey: ['/api/playlists', playlist.id, 'rows', 'all', rows.version],
    queryFn: ({ signal }) => entriesBetween(playlist.id, 0, SORTABLE - 1, signal),
    enabled: !loaded,
    structuralSharing: false,
  });
  const query = loaded ? { data: rows.entries as Entry[], error: null, isPending: false, refetch: () => {} } : all;
  return (
    <QueryView query={query} skeleton={<TrackListSkeleton rows={8} />}>
      {(entries) => (
        <EntryList key={order} playlist={playlist} entries={sorted(entries, order, language())} onLook={() => {}} edits={edits} />
      )}
    </QueryView>
  );
}
