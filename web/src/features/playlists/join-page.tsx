import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Unlink, Users } from 'lucide-react';
import { messageOf } from '@/api/error';
import { joinPlaylist, joinQuery } from '@/api/playlists';
import { t } from '@/i18n/playlists';
import { isNotFound } from '@/things/page/not-here';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast/toast-store';
import { showPlaylist } from './changes';

/** /playlists/join/$token: the invitation to a playlist, with a button to join. */
export function JoinPage() {
  const { token = '' } = useParams({ strict: false });
  const offer = useQuery({ ...joinQuery(token), gcTime: 0 });
  const client = useQueryClient();
  const navigate = useNavigate();
  const join = useMutation({
    mutationFn: () => joinPlaylist(token),
    onSuccess: (playlist) => {
      showPlaylist(client, playlist);
      toast({ title: t('playlist.joinDone', { name: playlist.name }) });
      void navigate({ to: '/playlists/$playlistId', params: { playlistId: playlist.id }, replace: true });
    },
    onError: (error) => toast({ tone: 'danger', title: t('playlist.joinFailed'), description: messageOf(error, t('ui.loadFailedText')) }),
  });
  if (isNotFound(offer.error)) return <NoInvitation />;
  return (
    <QueryView query={offer} skeleton={<Skeleton className="h-72 w-full rounded-xl" />}>
      {({ id, name, owner, joined }) => (
        <EmptyState
          level={1}
          icon={Users}
          title={t('playlist.joinTitle', { owner: owner.name, name })}
          text={t(joined ? 'playlist.joinThere' : 'playlist.joinText')}
          action={
            joined ? (
              <Button asChild>
                <Link to="/playlists/$playlistId" params={{ playlistId: id }}>
                  {t('playlist.importOpen')}
                </Link>
              </Button>
            ) : (
              <Button pending={join.isPending} onClick={() => join.mutate()}>
                {t('playlist.join')}
              </Button>
            )
          }
        />
      )}
    </QueryView>
  );
}

function NoInvitation() {
  return (
    <EmptyState
      level={1}
      icon={Unlink}
      title={t('playlist.joinNotFound')}
      text={t('playlist.joinNotFoundText')}
      action={
        <Button asChild>
          <Link to="/playlists">{t('playlist.backToAll')}</Link>
        </Button>
      }
    />
  );
}
