import { Upload } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useSession } from '@/api/auth/session';
import { t } from '@/i18n/t';
import { type OnUploaded, openUpload } from '@/lib/upload';
import { Button } from './button';

type UploadButtonProps = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'> & { onUploaded?: OnUploaded };

/** Opens Upload Music; hidden if the account cannot upload. */
export function UploadButton({ onUploaded, ...props }: UploadButtonProps) {
  if (useSession().user?.role === 'listener') return null;
  return (
    <Button {...props} onClick={() => openUpload(true, onUploaded)}>
      <Upload size={18} aria-hidden />
      {t('upload.open')}
    </Button>
  );
}
