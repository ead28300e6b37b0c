import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { apiQuery } from '@/api/query-client';
import { t } from '@/i18n/ai';
import { Cover } from '@/ui/cover';
import { IconButton } from '@/ui/icon-button';

/** A song that new music shall resemble. Its title is known once it is loaded, unless it is gone. */
export type Like = { id: string; title: string; coverImageUrl: string | null; isGone: boolean };

/** The song with an ID that the address names. */
export function useLike(id: string | undefined): Like | undefined {
  const { data, isError } = useQuery({ ...apiQuery(['/api/tracks', id ?? '']), enabled: id !== undefined });
  return id === undefined ? undefined : { id, title: data?.title ?? '…', coverImageUrl: data?.coverImageUrl ?? null, isGone: isError };
}

type LikeChipProps = { like: Like; disabled: boolean; onRemove: () => void };

/** Shows what new music shall resemble. */
export function LikeChip({ like: { title, coverImageUrl, isGone }, disabled, onRemove }: LikeChipProps) {
  return (
    <div className="flex items-center gap-3 rounded-lg border border-line bg-surface-2 p-2">
      <Cover url={coverImageUrl} seed={title} sizes="44px" className="size-11 shrink-0" />
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold">{isGone ? t('ai.likeGone') : t('ai.like', { title })}</p>
        {!isGone && <p className="text-fg-muted text-sm">{t('ai.likeHint')}</p>}
      </div>
      <IconButton size="sm" icon={X} label={t('ai.unlike', { title })} disabled={disabled} onClick={onRemove} />
    </div>
  );
}
