import { Copy, Download } from 'lucide-react';
import { t } from '@/i18n/settings';
import { copyText } from '@/lib/copy';
import { Button } from './button';
import { toast } from './toast/toast-store';

type ShownOnceProps = {
  label: string;
  lines: readonly string[];
  /** With a file name, the lines can also be downloaded as a text file. */
  fileName?: string;
};

/** Secrets that the server shows only once, with ways to save them. */
export function ShownOnce({ label, lines, fileName }: ShownOnceProps) {
  const text = lines.join('\n');
  const copy = () =>
    copyText(text).then(
      () => toast({ title: t('secret.copied') }),
      (error: Error) => toast({ tone: 'danger', title: t('secret.notCopied'), description: error.message }),
    );
  return (
    <div className="grid gap-3">
      <ul
        aria-label={label}
        className="tnum grid gap-x-6 gap-y-1.5 rounded-md border border-line bg-sunken p-4 font-mono text-base has-[li:nth-child(3)]:grid-cols-2"
      >
        {lines.map((line) => (
          <li key={line} className="select-all break-all">
            {line}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="secondary" onClick={() => void copy()}>
          <Copy size={16} aria-hidden />
          {t('secret.copy')}
        </Button>
        {fileName && (
          <Button size="sm" variant="secondary" onClick={() => download(fileName, text)}>
            <Download size={16} aria-hidden />
            {t('secret.download')}
          </Button>
        )}
      </div>
    </div>
  );
}

function download(name: string, text: string) {
  const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
