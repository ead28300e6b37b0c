import { editTags, replaceInTags, useEditing, useReplacing } from '@/things/track/editing';
import { Hosted, hostPart } from '@/ui/part/host-part';

const tagDialog = hostPart(
  () => import('@/features/tags/tag-dialog').then((m) => m.TagDialog),
  useEditing,
  () => editTags(undefined),
);

const replaceDialog = hostPart(
  () => import('@/features/tags/replace-dialog').then((m) => m.ReplaceDialog),
  useReplacing,
  () => replaceInTags(undefined),
);

/** The dialogs that change tags, available on every screen. Their code loads on demand. */
export function TagHost() {
  const edits = useEditing((state) => state.tracks !== undefined);
  const replaces = useReplacing((state) => state.ids !== undefined);
  return (
    <>
      <Hosted part={tagDialog} open={edits} />
      <Hosted part={replaceDialog} open={replaces} />
    </>
  );
}
