import { useRef } from 'react';
import { Button } from '@/ui/button';

type FileButtonProps = { label: string; accept: string; pending?: boolean; describedBy?: string; onFile: (file: File) => void };

/** Lets the person choose one file. */
export function FileButton({ label, accept, pending, describedBy, onFile }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        className="sr-only"
        tabIndex={-1}
        aria-label={label}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onFile(file);
          target.value = '';
        }}
      />
      <Button size="sm" variant="secondary" aria-describedby={describedBy} pending={pending} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  );
}
