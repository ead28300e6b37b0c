import { editTags, useEditing } from '@/things/track/editing';
import { Hosted, hostPart } from '@/ui/part/host-part';

const tagDialog = hostPart(
  () => import('@/features/tags/tag-dialog').then((m) => m.TagDialog),
  useEditing,
  () => editTags(undefined),
);

/** The tag dialog, available on every screen. Its code loads on demand. */
export function TagHost() {
  const wanted = useEditing((state) => state.tracks !== undefined);
  return <Hosted part={tagDialog} open={wanted} />;
}
