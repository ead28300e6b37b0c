import { Upload } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useSession } from '@/api/auth/session';
import { t } from '@/i18n/t';
import { cn } from '@/lib/cn';
import { type OnUploaded, openUpload } from '@/lib/upload';
import { Button } from './button';

type UploadButtonProps = Pick<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'> & {
  onUploaded?: OnUploaded;
  /** Whether only the icon is shown where the page is narrow. */
  compact?: boolean;
};

/** Opens Upload Music; hidden if the account cannot upload. */
export function UploadButton({ onUploaded, compact = false, ...props }: UploadButtonProps) {
  if (useSession().user?.role === 'listener') return null;
  return (
    <Button {...props} onClick={() => openUpload(true, onUploaded)}>
      <Upload size={18} aria-hidden />
      <span className={cn(compact && '@max-5xl:sr-only')}>{t('upload.open')}</span>
    </Button>
  );
}
