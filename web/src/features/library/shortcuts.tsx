import { Link } from '@tanstack/react-router';
import { ChartColumn, CircleArrowDown, Heart, Link2, ListMusic, type LucideIcon, Upload } from 'lucide-react';
import { useSession } from '@/api/auth/session';
import { likedList } from '@/api/lists';
import { playlistsQuery } from '@/api/playlists';
import { usePages } from '@/things/list/pages';
import { usePaged } from '@/things/list/use-paged';
import '@/i18n/playlists';
import { t } from '@/i18n/lists';

/** Links to the person's own lists, above the library. */
export function Shortcuts() {
  const signedIn = useSession().status === 'signedIn';
  const liked = usePages(likedList(), signedIn);
  const playlists = usePaged(playlistsQuery, signedIn);
  if (!signedIn) return null;
  return (
    <div className="mb-7 grid grid-cols-2 gap-3 @2xl:grid-cols-3 @3xl:max-w-4xl">
      <Shortcut icon={Heart} to="/liked" title={t('liked.title')} note={liked.data && t('library.trackCount', { n: liked.total })} />
      <Shortcut
        icon={ListMusic}
        to="/playlists"
        title={t('playlists.title')}
        note={playlists.data && t('playlists.count', { n: playlists.total })}
      />
      <Shortcut icon={Upload} to="/uploads" title={t('title.uploads')} />
      <Shortcut icon={CircleArrowDown} to="/downloads" title={t('title.downloads')} />
      <Shortcut icon={ChartColumn} to="/listening" title={t('title.listening')} />
      <Shortcut icon={Link2} to="/shares" title={t('title.shares')} />
    </div>
  );
}

type ShortcutProps = {
  icon: LucideIcon;
  to: '/liked' | '/playlists' | '/uploads' | '/downloads' | '/listening' | '/shares';
  title: string;
  note?: string;
};

function Shortcut({ icon: Icon, to, title, note }: ShortcutProps) {
  return (
    <Link to={to} className="flex items-center gap-3 rounded-lg border border-line bg-surface p-3 transition hover:bg-surface-2">
      <span className="@md:grid hidden size-11 shrink-0 place-items-center rounded-md bg-surface-3 text-accent-text">
        <Icon size={20} aria-hidden />
      </span>
      <span className="min-w-0">
        <span className="block text-balance font-semibold leading-snug">{title}</span>
        {note && <span className="block truncate text-fg-muted text-sm">{note}</span>}
      </span>
    </Link>
  );
}
