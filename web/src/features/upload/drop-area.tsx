import { Upload } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { t } from '@/i18n/upload';
import { cn } from '@/lib/cn';
import { Button } from '@/ui/button';

type DropAreaProps = { hint: string; compact: boolean; onFiles: (files: File[]) => void };

/** Accepts audio files, dropped or selected with the button. */
export function DropArea({ hint, compact, onFiles }: DropAreaProps) {
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [over, setOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keyboard
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={() => setOver(false)} // the dialog handles files dropped anywhere
      className={cn(
        'grid justify-items-center gap-2 rounded-lg border-2 border-control-line border-dashed px-4 text-center transition',
        compact ? 'py-4' : 'py-8',
        over && 'border-accent bg-surface-2',
      )}
    >
      {!compact && <Upload size={28} aria-hidden className="text-fg-muted" />}
      <p className="font-semibold">{t('upload.drop')}</p>
      <Button size="sm" variant="secondary" aria-describedby={`${id}-hint`} onClick={() => input.current?.click()}>
        {t('upload.choose')}
      </Button>
      <p id={`${id}-hint`} className="text-fg-muted text-sm">
        {hint}
      </p>
      <input
        ref={input}
        type="file"
        multiple
        accept="audio/*,.mp3,.flac,.wav,.m4a,.ogg,.opus,.aiff"
        className="sr-only"
        tabIndex={-1}
        aria-label={t('upload.choose')}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
    </div>
  );
}
