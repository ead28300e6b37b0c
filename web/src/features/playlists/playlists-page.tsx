import { FileDown, ListMusic, Plus, WandSparkles } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '@/api/auth/session';
import { playlistsQuery } from '@/api/playlists';
import { t } from '@/i18n/playlists';
import { openNewPlaylist, openNewSmartPlaylist } from '@/lib/playlists';
import { LibraryFrame } from '@/things/library/library-frame';
import { CoverGrid, CoverGridSkeleton } from '@/things/list/cover-grid';
import { usePaged } from '@/things/list/use-paged';
import { PlaylistCard } from '@/things/playlist/playlist-card';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { dialogPart } from '@/ui/part/part';
import { QueryView } from '@/ui/query-view';

const ImportDialog = dialogPart(() => import('./exchange/import-dialog').then((m) => m.ImportDialog));

/** /playlists: own and joined playlists, and every way to create one. */
export function PlaylistsPage() {
  const signedIn = useSession().status === 'signedIn';
  const playlists = usePaged(playlistsQuery, signedIn);
  const [importing, setImporting] = useState(false);
  const ways = (
    <>
      <Button onClick={() => openNewPlaylist()}>
        <Plus size={18} aria-hidden />
        {t('playlist.create')}
      </Button>
      <Button variant="secondary" onClick={openNewSmartPlaylist}>
        <WandSparkles size={18} aria-hidden />
        {t('playlist.kind.smart')}
      </Button>
      <Button variant="outline" onClick={() => setImporting(true)}>
        <FileDown size={18} aria-hidden />
        {t('playlist.import')}
      </Button>
    </>
  );
  return (
    <LibraryFrame
      section="playlists"
      title={t('playlists.title')}
      lead={playlists.data && t('playlists.count', { n: playlists.total })}
      actions={playlists.total > 0 && ways}
    >
      <QueryView
        query={playlists}
        skeleton={<CoverGridSkeleton cards={6} />}
        empty={<EmptyState icon={ListMusic} title={t('playlists.empty')} text={t('playlists.emptyText')} action={ways} />}
      >
        {(items) => (
          <CoverGrid
            label={t('playlist.grid')}
            items={items}
            total={playlists.total}
            keyOf={(playlist) => playlist.id}
            onEnd={playlists.loadMore}
            render={(playlist, tabIndex) => <PlaylistCard playlist={playlist} tabIndex={tabIndex} />}
          />
        )}
      </QueryView>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </LibraryFrame>
  );
}
