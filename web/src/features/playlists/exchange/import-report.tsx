import { Copy, Download } from 'lucide-react';
import type { ImportedPlaylist } from '@/api/types';
import { t } from '@/i18n/playlists';
import { copyText } from '@/lib/copy';
import { saveFile } from '@/lib/save-file';
import { Button } from '@/ui/button';
import { toast } from '@/ui/toast/toast-store';

/** Maximum lines shown; all of them can be copied. */
const SHOWN = 200;

/** How many songs of an imported file were found, and which were not and why. */
export function ImportReport({ result }: { result: ImportedPlaylist }) {
  const { playlist, found, missing, missingCount } = result;
  const text = () => missing.map(line).join('\n');
  const copy = () =>
    copyText(text()).then(
      () => toast({ title: t('playlist.copied') }),
      () => toast({ tone: 'danger', title: t('playlist.notCopied') }),
    );
  return (
    <div className="grid min-w-0 gap-3">
      <p role="status" className="font-semibold">
        {playlist.name}: {t('playlist.importFound', { n: found })}
        {missingCount > 0 && ` · ${t('playlist.importMissing', { n: missingCount })}`}
      </p>
      {missing.length === 0 ? (
        <p className="text-fg-muted">{t('playlist.importAll')}</p>
      ) : (
        <>
          <ul
            aria-label={t('playlist.importMissing', { n: missingCount })}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keyboards must be able to
            tabIndex={0}
            className="grid max-h-[40dvh] gap-2 overflow-y-auto rounded-md border border-line bg-sunken p-3 text-sm"
          >
            {missing.slice(0, SHOWN).map((item) => (
              <li key={`${item.line} ${item.text}`} className="min-w-0">
                <span className="block break-words">{item.text}</span>
                <span className="text-fg-muted">
                  {t('playlist.importLine', { n: item.line })} · {reasonOf(item)}
                </span>
              </li>
            ))}
          </ul>
          {missingCount > SHOWN && <p className="text-fg-muted text-sm">{t('playlist.importShown', { n: SHOWN })}</p>}
          <div className="flex flex-wrap gap-2">
            <Button size="sm" variant="secondary" onClick={() => void copy()}>
              <Copy size={16} aria-hidden />
              {t('playlist.copy')}
            </Button>
            <Button size="sm" variant="secondary" onClick={() => saveFile(`${playlist.name} – missing.txt`, `${text()}\n`, 'text/plain')}>
              <Download size={16} aria-hidden />
              {t('playlist.download')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

type Missing = ImportedPlaylist['missing'][number];

const REASONS = ['not-found', 'ambiguous', 'not-a-file', 'full'] as const;

function reasonOf({ reason }: Missing): string {
  const known = REASONS.find((one) => one === reason);
  return known ? t(`playlist.reason.${known}`) : reason;
}

const line = (item: Missing) => `${item.line}\t${item.text}\t${reasonOf(item)}`;
