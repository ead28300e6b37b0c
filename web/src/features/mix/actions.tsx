import { useNavigate } from '@tanstack/react-router';
import { Download, Heart, Pause, Pencil, Play, Share2, Trash2 } from 'lucide-react';
import { useSession } from '@/api/auth/session';
import type { MixDetail } from '@/api/types';
import { t } from '@/i18n/mix';
import { cn } from '@/lib/cn';
import { addressOf, handOver, openShare } from '@/lib/share';
import { FollowButton } from '@/things/follow/follow-button';
import { useEarlyLock } from '@/things/mix/early-access';
import type { usePlayMix } from '@/things/mix/mix-card';
import { isOwnSound } from '@/things/mix/own-sound';
import { AskDialog } from '@/ui/ask-dialog';
import { Button } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import { toast } from '@/ui/toast/toast-store';
import { useMixLike, useWithdraw } from './queries';

type ActionsProps = { mix: MixDetail; playing: ReturnType<typeof usePlayMix>; onEdit: () => void };

/** What people can do with a mix. */
export function Actions({ mix, playing: { state, toggle }, onEdit }: ActionsProps) {
  const signedIn = useSession().status === 'signedIn';
  const isPlaying = state === 'playing';
  const Icon = isPlaying ? Pause : Play;
  const { id, title, djName, isDownloadable, isOwn, canManage } = mix;
  const locked = useEarlyLock(mix);
  const isPlayable = isOwnSound(mix.audioUrl) && locked === null;
  return (
    <>
      {isPlayable && (
        <Button size="lg" onClick={toggle} aria-label={t(isPlaying ? 'mix.pause' : 'mix.play', { title })}>
          <Icon size={18} className="fill-current" aria-hidden />
          {t(isPlaying ? 'player.pause' : 'player.play')}
        </Button>
      )}
      {djName && !isOwn && <FollowButton size="lg" kind="dj" id={djName} name={djName} />}
      <span data-slot="hero-icons" className="inline-flex items-center">
        {signedIn && <Like mix={mix} />}
        <Share id={id} title={title} />
        {(isDownloadable || canManage) && isPlayable && (
          <a
            href={`/api/mixes/${id}/download`}
            download
            aria-label={t('track.download')}
            data-tooltip={t('track.download')}
            className="inline-grid size-12 place-items-center rounded-full text-fg-muted hover:bg-surface-3 hover:text-fg"
          >
            <Download size={22} aria-hidden />
          </a>
        )}
        {canManage && (
          <>
            <IconButton size="lg" icon={Pencil} label={t('mix.edit')} onClick={onEdit} />
            <Withdraw id={id} />
          </>
        )}
      </span>
    </>
  );
}

function Like({ mix: { id, title, isLiked } }: { mix: MixDetail }) {
  const like = useMixLike(id);
  return (
    <IconButton
      size="lg"
      icon={Heart}
      label={t('track.likeNamed', { title })}
      aria-pressed={isLiked}
      iconClassName={cn('transition', isLiked && 'scale-110 fill-current')}
      onClick={() => like.mutate(!isLiked)}
    />
  );
}

/** Members create a link that others can open or embed; visitors share the address. */
function Share({ id, title }: { id: string; title: string }) {
  const signedIn = useSession().status === 'signedIn';
  const item = { kind: 'mix', id, title } as const;
  const hand = async () => {
    try {
      if ((await handOver(title, addressOf(item))) === 'copied') toast({ title: t('track.linkCopied') });
    } catch {
      toast({ tone: 'danger', title: t('track.linkNotCopied') });
    }
  };
  return <IconButton size="lg" icon={Share2} label={t('player.share')} onClick={() => (signedIn ? openShare(item) : void hand())} />;
}

function Withdraw({ id }: { id: string }) {
  const navigate = useNavigate();
  const withdraw = useWithdraw(id, () => void navigate({ to: '/mixes' }));
  return (
    <AskDialog
      trigger={<IconButton size="lg" icon={Trash2} label={t('mix.withdraw')} disabled={withdraw.isPending} />}
      title={t('mix.withdraw')}
      description={t('mix.withdrawText')}
      action={t('mix.withdraw')}
      onConfirm={() => withdraw.mutate()}
    />
  );
}
