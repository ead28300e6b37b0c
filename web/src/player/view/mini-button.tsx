import { PictureInPicture2 } from 'lucide-react';
import { t } from '@/i18n/now-playing';
import { IconButton } from '@/ui/icon-button';
import { closeMini, hasMini, openMini, useMini } from './mini-store';

/** Opens and closes the mini player; hidden if the browser does not support it. */
export function MiniButton() {
  const open = useMini((state) => state.window !== null);
  if (!hasMini()) return null;
  return (
    <IconButton
      label={t(open ? 'player.miniClose' : 'player.mini')}
      icon={PictureInPicture2}
      aria-pressed={open}
      onClick={() => (open ? closeMini() : void openMini())}
    />
  );
}
