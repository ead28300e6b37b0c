import { t } from '@/i18n/upload';
import { Select } from '@/ui/select';
import { patch } from './queue';
import type { Duplicate, UploadItem } from './types';

/** Says that the sound is in the library already, and asks what to do. */
export function DuplicateNotice({ item, duplicate }: { item: UploadItem; duplicate: Duplicate }) {
  return (
    <div className="mt-2 flex flex-wrap items-center justify-between gap-2 rounded-md bg-surface-2 px-3 py-2 text-sm">
      <p>{t('upload.duplicate', { title: duplicate.title, artist: duplicate.artist || t('track.unknownArtist') })}</p>
      <Select
        label={t('upload.duplicate.choice', { name: item.file.name })}
        value={item.choice}
        onChange={(choice) => patch(item.id, { choice })}
        options={[
          { value: 'keep', label: t('upload.duplicate.keep') },
          { value: 'skip', label: t('upload.duplicate.skip') },
          ...(duplicate.isOwn ? [{ value: 'replace' as const, label: t('upload.duplicate.replace') }] : []),
        ]}
      />
    </div>
  );
}
