import { Upload } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useSession } from '@/api/session';
import { t } from '@/i18n/t';
import { openUpload } from '@/lib/upload';
import { Button } from './button';

/** Opens Upload Music; absent for those who may not. */
export function UploadButton(props: Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'>) {
  if (useSession().user?.role === 'listener') return null;
  return (
    <Button {...props} onClick={() => openUpload()}>
      <Upload size={18} aria-hidden />
      {t('upload.open')}
    </Button>
  );
}
