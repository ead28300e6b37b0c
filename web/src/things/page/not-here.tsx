import { Link } from '@tanstack/react-router';
import { Unlink } from 'lucide-react';
import { ApiError } from '@/api/error';
import { t } from '@/i18n/t';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';

export const isNotFound = (error: Error | null) => error instanceof ApiError && (error.status === 404 || error.status === 400);

/** Shown if the address matches no album, artist or song. */
export function NotHere({ title, text }: { title: string; text: string }) {
  return (
    <EmptyState
      icon={Unlink}
      title={title}
      text={text}
      action={
        <Button asChild>
          <Link to="/library">{t('library.browse')}</Link>
        </Button>
      }
    />
  );
}
