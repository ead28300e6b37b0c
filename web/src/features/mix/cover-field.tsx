import { useId, useState } from 'react';
import type { MixDetail } from '@/api/types';
import { t } from '@/i18n/mix';
import { FileButton } from '@/things/mix/file-button';
import { Button } from '@/ui/button';
import { Cover } from '@/ui/cover';
import { ProgressBar } from '@/ui/progress-bar';
import { useMixCover } from './queries';

/** The picture of a mix. Saved at once. */
export function CoverField({ mix }: { mix: MixDetail }) {
  const hint = useId();
  const [progress, setProgress] = useState<number>();
  const cover = useMixCover(mix.id, setProgress);
  return (
    <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <legend className="sr-only">{t('mix.cover')}</legend>
      <Cover url={mix.coverImageUrl} seed={mix.title} sizes="96px" className="size-24" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap gap-2">
          <FileButton
            label={t('mix.coverChoose')}
            accept="image/jpeg,image/png,image/webp"
            describedBy={hint}
            pending={cover.isPending}
            onFile={(file) => cover.mutate(file)}
          />
          {mix.coverImageUrl && (
            <Button size="sm" variant="ghost" disabled={cover.isPending} onClick={() => cover.mutate(null)}>
              {t('mix.coverRemove')}
            </Button>
          )}
        </div>
        <p id={hint} className="mt-1.5 text-fg-muted text-sm">
          {t('mix.coverHint')}
        </p>
        {progress !== undefined && <ProgressBar label={t('mix.coverSending')} value={progress} className="mt-2 max-w-60" />}
      </div>
    </fieldset>
  );
}
