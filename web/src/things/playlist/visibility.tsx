import { Globe, Lock } from 'lucide-react';
import { t } from '@/i18n/playlists';

/** Who can open a playlist, as an icon with a name. */
export function Visibility({ isPublic, size = 16 }: { isPublic: boolean; size?: number }) {
  const Icon = isPublic ? Globe : Lock;
  const name = t(isPublic ? 'playlist.public' : 'playlist.private');
  return <Icon size={size} role="img" aria-label={name} className="shrink-0" />;
}
