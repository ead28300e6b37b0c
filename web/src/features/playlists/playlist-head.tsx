import { Link } from '@tanstack/react-router';
import { Ellipsis, Share2, Users } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useSession } from '@/api/auth/session';
import type { Playlist } from '@/api/types';
import { t } from '@/i18n/playlists';
import { span } from '@/lib/format';
import { openShare } from '@/lib/share';
import { lazily } from '@/lib/until-loaded';
import { MixButton } from '@/things/mix/mix-button';
import { Hero } from '@/things/page/hero';
import { PlayButtons } from '@/things/play/play-buttons';
import { contextOf, loadEntries } from '@/things/playlist/play-entries';
import { Visibility } from '@/things/playlist/visibility';
import { IconButton } from '@/ui/icon-button';
import { useMenuButton } from '@/ui/menu/menu-button';
import { PAGE_DIALOGS } from './page-dialogs';
import { type PlaylistDialog, usePlaylistMenu } from './playlist-menu';
import { useEntryEdits } from './use-entry-edits';

const DownloadButton = lazily(() => import('@/things/download/download-button').then((m) => m.DownloadButton));

type PlaylistHeadProps = { playlist: Playlist; total: number; duration: number | undefined };

/** Cover, name and actions of the playlist. */
export function PlaylistHead({ playlist, total, duration }: PlaylistHeadProps) {
  const [dialog, setDialog] = useState<PlaylistDialog>();
  const { remove } = useEntryEdits(playlist.id);
  const Dialog = dialog && PAGE_DIALOGS[dialog];
  const items = usePlaylistMenu(playlist, total, setDialog);
  const more = t('playlist.more', { name: playlist.name });
  const menu = useMenuButton(more, () => items);
  const isSmart = playlist.kind === 'smart';
  return (
    <>
      <Hero
        coverImageUrl={playlist.coverUrl}
        seed={playlist.name}
        kind={
          <span className="inline-flex items-center gap-2">
            {t(isSmart ? 'playlist.kind.smart' : 'playlist.kind.list')}
            <Visibility isPublic={playlist.isPublic} />
            {playlist.isCollaborative && <Users size={16} role="img" aria-label={t('playlist.shared')} />}
          </span>
        }
        title={playlist.name}
        actions={
          <>
            <PlayButtons size="lg" context={contextOf(playlist)} disabled={total === 0} load={loadEntries(playlist.id)} />
            {total > 0 && <MixButton size="lg" of={{ playlist: playlist.id }} title={playlist.name} />}
            <span data-slot="hero-icons" className="inline-flex items-center">
              <Suspense fallback={<span className="size-10" />}>
                <DownloadButton
                  item={{ kind: 'playlist', id: playlist.id, title: playlist.name, coverUrl: playlist.coverUrl }}
                  disabled={total === 0}
                />
              </Suspense>
              {(playlist.isOwner || playlist.isPublic) && (
                <IconButton
                  icon={Share2}
                  label={t('track.shareNamed', { title: playlist.name })}
                  onClick={() => openShare({ kind: 'playlist', id: playlist.id, title: playlist.name })}
                />
              )}
              <IconButton icon={Ellipsis} label={more} {...menu} />
            </span>
          </>
        }
      >
        {playlist.description && <p className="mb-2 max-w-[70ch] whitespace-pre-line text-fg">{playlist.description}</p>}
        <p>
          <Owner owner={playlist.owner} />
          {` · ${t('library.trackCount', { n: total })}`}
          {duration !== undefined && duration > 0 && ` · ${span(duration)}`}
        </p>
      </Hero>
      {Dialog && <Dialog playlist={playlist} remove={remove} onClose={() => setDialog(undefined)} />}
    </>
  );
}

function Owner({ owner }: { owner: Playlist['owner'] }) {
  const { user } = useSession();
  if (user?.id === owner.id) return t('playlist.byYou');
  if (owner.id === null) return t('playlist.by', { name: owner.name });
  return (
    <Link to="/users/$userId" params={{ userId: owner.id }} className="font-semibold text-fg hover:underline">
      {t('playlist.by', { name: owner.name })}
    </Link>
  );
}
