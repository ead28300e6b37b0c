import { Link } from '@tanstack/react-router';
import { ListMusic } from 'lucide-react';
import { LibraryFrame } from '@/features/tracks/library-frame';
import { t } from '@/i18n/lists';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';

export function PlaylistsSection() {
  return (
    <LibraryFrame section="playlists" title={t('playlists.title')}>
      <EmptyState
        icon={ListMusic}
        title={t('playlists.empty')}
        text={t('playlists.emptyText')}
        action={
          <>
            <Button asChild>
              <Link to="/library">{t('library.browse')}</Link>
            </Button>
            <Button asChild variant="secondary">
              <Link to="/liked">{t('liked.title')}</Link>
            </Button>
          </>
        }
      />
    </LibraryFrame>
  );
}
