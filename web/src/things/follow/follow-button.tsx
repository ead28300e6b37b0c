import { useQuery } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useSession } from '@/api/auth/session';
import { messageOf } from '@/api/error';
import { type FollowKind, followQuery, useFollow } from '@/api/follows';
import { t } from '@/i18n/notifications';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast/toast-store';

type FollowButtonProps = { kind: FollowKind; id: string; name: string; size?: 'md' | 'lg' };

/** Follows the subject of a page. Only members can follow; nothing is shown until the current state is known. */
export function FollowButton({ kind, id, name, size = 'md' }: FollowButtonProps) {
  const signedIn = useSession().status === 'signedIn';
  const { data } = useQuery({ ...followQuery(kind, id), enabled: signedIn });
  const follow = useFollow();
  if (!signedIn || !data) return null;
  const Icon = data.following ? Check : Plus;
  return (
    <Button
      variant={data.following ? 'secondary' : 'outline'}
      size={size}
      aria-pressed={data.following}
      aria-label={t('follow.followNamed', { name })}
      onClick={() =>
        follow.mutate(
          { kind, id, following: !data.following },
          {
            onError: (error) =>
              toast({ tone: 'danger', title: t('notifications.notDone'), description: messageOf(error, t('ui.loadFailedText')) }),
          },
        )
      }
    >
      <Icon size={18} aria-hidden />
      {t(data.following ? 'follow.following' : 'follow.follow')}
    </Button>
  );
}

/** The number of followers; hidden at zero. */
export function Followers({ kind, id }: { kind: FollowKind; id: string }) {
  const signedIn = useSession().status === 'signedIn';
  const { data } = useQuery({ ...followQuery(kind, id), enabled: signedIn });
  return data && data.followers > 0 ? <span>{t('follow.followers', { n: data.followers })}</span> : null;
}
