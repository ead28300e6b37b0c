import { Upload } from 'lucide-react';
import type { ComponentProps } from 'react';
import { t } from '@/i18n/t';
import { openUpload } from '@/lib/upload';
import { Button } from './button';

/** Opens Upload Music. */
export const UploadButton = (props: Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'>) => (
  <Button {...props} onClick={() => openUpload()}>
    <Upload size={18} aria-hidden />
    {t('upload.open')}
  </Button>
);
