import { Link } from '@tanstack/react-router';
import { Bell, Check, ListMusic, type LucideIcon, Megaphone, Music, Trash2, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useReadNotifications } from '@/api/notifications';
import type { Notification } from '@/api/types';
import { language, t } from '@/i18n/notifications';
import { cn } from '@/lib/cn';
import { moment } from '@/lib/format';
import { Cover } from '@/ui/cover';
import { IconButton } from '@/ui/icon-button';

const ICONS: Record<string, LucideIcon> = {
  announcement: Megaphone,
  'new-music': Music,
  'playlist-change': ListMusic,
  'playlist-joined': ListMusic,
  'followed-person-playlist': ListMusic,
  'new-follower': UserPlus,
};

const ROUND = ['new-music', 'new-follower'];

/** An notification. Following its link marks it as read. */
export function NotificationRow({ notification, onDelete }: { notification: Notification; onDelete: () => void }) {
  const read = useReadNotifications();
  const { id, text, createdAt, readAt } = notification;
  const unread = readAt === null;
  const markRead = () => unread && read.mutate([id]);
  return (
    <li className={cn('relative flex items-start gap-4 px-4 py-3.5 transition', unread ? 'bg-surface-2' : 'hover:bg-surface-2')}>
      <Picture notification={notification} />
      <div className="min-w-0 flex-1 py-0.5">
        <p className={cn('whitespace-pre-line break-words', unread && 'font-semibold')}>
          {unread && (
            <span className="mr-2 inline-block size-2 rounded-full bg-accent align-middle">
              <span className="sr-only">{t('notifications.unread')}</span>
            </span>
          )}
          <Way link={notification.link} onFollow={markRead}>
            {text}
          </Way>
        </p>
        <p className="text-fg-muted text-sm">
          <time dateTime={createdAt}>{moment(createdAt, language())}</time>
        </p>
      </div>
      <div className="relative flex shrink-0 gap-1">
        {unread && <IconButton size="sm" icon={Check} label={t('notifications.markRead', { text })} onClick={markRead} />}
        <IconButton size="sm" icon={Trash2} label={t('notifications.delete', { text })} onClick={onDelete} />
      </div>
    </li>
  );
}

/** The text, as a link over the whole row if there is one. */
function Way({ link, onFollow, children }: { link: string; onFollow: () => void; children: ReactNode }) {
  const look = 'hover:underline after:absolute after:inset-0';
  if (link.startsWith('/'))
    return (
      <Link to={link} onClick={onFollow} className={look}>
        {children}
      </Link>
    );
  if (/^https?:/.test(link))
    return (
      <a href={link} target="_blank" rel="noopener noreferrer nofollow" onClick={onFollow} className={look}>
        {children}
      </a>
    );
  return children;
}

function Picture({ notification: { kind, imageUrl, text } }: { notification: Notification }) {
  const round = ROUND.includes(kind);
  if (imageUrl) return <Cover url={imageUrl} seed={text} sizes="44px" round={round} className="size-11 shrink-0" />;
  const Icon = ICONS[kind] ?? Bell;
  return (
    <span aria-hidden className="grid size-11 shrink-0 place-items-center rounded-full bg-surface-3 text-accent-text">
      <Icon size={18} />
    </span>
  );
}
