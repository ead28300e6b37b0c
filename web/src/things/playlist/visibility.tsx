import { Globe, Lock } from 'lucide-react';
import { t } from '@/i18n/playlists';

/** Who may open a playlist, as a sign with a name. */
export function Visibility({ isPublic, size = 16 }: { isPublic: boolean; size?: number }) {
  const Icon = isPublic ? Globe : Lock;
  const name = t(isPublic ? 'playlist.public' : 'playlist.private');
  return <Icon size={size} role="img" aria-label={name} className="shrink-0" />;
}
