import { useNavigate } from '@tanstack/react-router';
import {
  CircleArrowDown,
  Disc3,
  Heart,
  HeartOff,
  Link,
  ListEnd,
  ListPlus,
  ListStart,
  Megaphone,
  Mic2,
  Music2,
  Pencil,
  Play,
  Share2,
  Sparkles,
  WandSparkles,
} from 'lucide-react';
import { useIsCreator } from '@/api/auth/session';
import type { Track } from '@/api/types';
import { t } from '@/i18n/t';
import { copyText } from '@/lib/copy';
import { openJingle } from '@/lib/jingle';
import { canDownload } from '@/lib/offline';
import { openAddToPlaylist } from '@/lib/playlists';
import { openShare } from '@/lib/share';
import { usePlayer } from '@/player/view/use-player';
import { type MenuAsked, type MenuItem, openMenu } from '@/ui/menu/open-menu';
import { toast } from '@/ui/toast/toast-store';
import { useRateTrack } from '@/ui/use-rate-track';
import { useStartDownload } from '../download/use-start-download';
import { editTags, useMayEdit } from './editing';
import { useToggleLike } from './likes';
import { ratingItem } from './rating-items';

/**
 * Opens the app's shared menu for a track: from a right click, the context-menu key or its “more” button. A list can add its own
 * items with `own`.
 */
export function useTrackMenu(): (event: MenuAsked, track: Track, play: (track: Track) => void, own?: MenuItem[]) => void {
  const player = usePlayer();
  const navigate = useNavigate();
  const toggleLike = useToggleLike();
  const mayEdit = useMayEdit();
  const rate = useRateTrack();
  const mayHaveStations = useIsCreator();
  const download = useStartDownload();
  return (event, track, play, own = []) => {
    const items: (MenuItem | false)[] = [
      { label: t('track.play'), icon: Play, disabled: track.isMissing, onSelect: () => play(track) },
      { label: t('track.playNext'), icon: ListStart, disabled: track.isMissing, onSelect: () => add('playNext', track) },
      { label: t('track.addToQueue'), icon: ListEnd, disabled: track.isMissing, onSelect: () => add('addToQueue', track) },
      { label: t('track.addToPlaylist'), icon: ListPlus, onSelect: () => openAddToPlaylist([track]) },
      'separator',
      ...own,
      { label: t('track.instantMix'), icon: Sparkles, disabled: track.isMissing, onSelect: () => void mix(track) },
      {
        label: t('track.composeLike'),
        icon: WandSparkles,
        disabled: track.isMissing,
        onSelect: () => void navigate({ to: '/ai-music', search: { tab: 'crear', like: track.id } }),
      },
      mayHaveStations && { label: t('track.asJingle'), icon: Megaphone, disabled: track.isMissing, onSelect: () => openJingle(track) },
      goTo('track.goToSong', Music2, `/tracks/${track.id}`),
      goTo('track.goToAlbum', Disc3, track.albumId && `/albums/${track.albumId}`),
      goTo('track.goToArtist', Mic2, track.artistId && `/artists/${track.artistId}`),
      'separator',
      {
        label: t(track.liked ? 'track.unlike' : 'track.like'),
        icon: track.liked ? HeartOff : Heart,
        onSelect: () => void toggleLike(track),
      },
      ratingItem(track.rating, (stars) => void rate(track, stars)),
      canDownload() && {
        label: t('track.download'),
        icon: CircleArrowDown,
        disabled: track.isMissing,
        onSelect: () =>
          void download([{ kind: 'track', id: track.id, title: track.title, album: track.album, coverUrl: track.coverImageUrl }]),
      },
      mayEdit(track) && { label: t('track.editTags'), icon: Pencil, onSelect: () => editTags([track]) },
      { label: t('track.share'), icon: Share2, onSelect: () => openShare({ kind: 'track', id: track.id, title: track.title }) },
      { label: t('track.copyLink'), icon: Link, onSelect: () => void copyLink(track) },
    ];
    openMenu(
      event,
      t('track.more', { title: track.title }),
      items.filter((item) => item !== false),
    );
  };

  function add(how: 'playNext' | 'addToQueue', track: Track) {
    player[how]([track]);
    toast({ title: t(how === 'playNext' ? 'track.queuedNext' : 'track.queued'), description: track.title });
  }

  async function mix(track: Track) {
    const { playMix } = await import('@/things/mix/instant-mix');
    await playMix(player, { track: track.id }, track.title);
  }

  function goTo(key: 'track.goToSong' | 'track.goToAlbum' | 'track.goToArtist', icon: typeof Disc3, to: string | null): MenuItem | false {
    return to !== null && { label: t(key), icon, onSelect: () => void navigate({ to }) };
  }
}

async function copyLink({ id, title }: Track) {
  try {
    await copyText(`${location.origin}/tracks/${id}`);
    toast({ title: t('track.linkCopied'), description: title });
  } catch {
    toast({ tone: 'danger', title: t('track.linkNotCopied') });
  }
}
