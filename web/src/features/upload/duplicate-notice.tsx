import { t } from '@/i18n/upload';
import { Select } from '@/ui/select';
import { patch, useUploads } from './queue';
import type { UploadItem } from './types';

/** Says that the same audio is already in the library or among the files, and asks what to do. */
export function DuplicateNotice({ item }: { item: UploadItem }) {
  const twin = useUploads(({ items }) => twinOf(item, items)?.draft.title);
  const duplicate = item.result?.duplicates[0];
  if (!duplicate && twin === undefined) return null;
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-2 rounded-md bg-surface-2 px-3 py-2 text-sm">
      <p>
        {duplicate
          ? t('upload.duplicate', { title: duplicate.title, artist: duplicate.artist || t('track.unknownArtist') })
          : t('upload.twin', { title: twin ?? '' })}
      </p>
      <Select
        label={t('upload.duplicate.choice', { name: item.file.name })}
        value={item.choice}
        onChange={(choice) => patch(item.id, { choice })}
        options={[
          { value: 'keep', label: t('upload.duplicate.keep') },
          { value: 'skip', label: t('upload.duplicate.skip') },
          ...(duplicate?.isOwn ? [{ value: 'replace' as const, label: t('upload.duplicate.replace') }] : []),
        ]}
      />
    </div>
  );
}

/** A previously selected file with the same audio that will be kept. */
function twinOf({ id, result }: UploadItem, items: readonly UploadItem[]): UploadItem | undefined {
  return items.find((other) => other.id < id && other.choice !== 'skip' && result && other.result?.sound === result.sound);
}
