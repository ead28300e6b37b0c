import { lazy, Suspense } from 'react';
import { useEditing } from '@/things/track/editing';

const TagDialog = lazy(() => import('@/features/tags/tag-dialog').then((m) => ({ default: m.TagDialog })));

/** The tag dialog, available on every screen. Its code loads on demand. */
export function TagHost() {
  const wanted = useEditing((state) => state.tracks !== undefined);
  if (!wanted) return null;
  return (
    <Suspense>
      <TagDialog />
    </Suspense>
  );
}
