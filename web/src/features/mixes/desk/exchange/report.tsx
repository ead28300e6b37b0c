import { Download } from 'lucide-react';
import type { CollectionReport } from '@/api/types';
import { t } from '@/i18n/collection';
import { saveFile } from '@/lib/save-file';
import { Button } from '@/ui/button';
import { playlistsOf } from './collection';

/** Songs shown; all of them can be downloaded. */
const SHOWN = 100;
const KINDS = ['cues', 'hotCues', 'loops', 'grids'] as const;
/** What an import does not take, and why. */
const LEFT = ['kept', 'skipped', 'leftOut', 'invalid', 'unread', 'playlistsLeftOut'] as const;

/** What an import found and takes, and the songs that it did not find. */
export function Report({ report }: { report: CollectionReport }) {
  const { made, existing, songsLeftOut } = playlistsOf(report);
  const taken = KINDS.filter((kind) => report.taken[kind] > 0).map((kind) => t(`collection.${kind}`, { n: report.taken[kind] }));
  if (made > 0) taken.push(t('collection.playlists', { n: made }));
  return (
    <div className="grid min-w-0 gap-3">
      <p role="status" className="font-semibold">
        {t('collection.matched', { n: report.matched })}
      </p>
      {taken.length === 0 ? (
        <p>{t('collection.nothing')}</p>
      ) : (
        <div>
          <h3 className="font-semibold text-sm">{t(report.applied ? 'collection.took' : 'collection.taken')}</h3>
          <ul className="list-disc pl-5">
            {taken.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      {LEFT.filter((why) => report[why] > 0).map((why) => (
        <p key={why} className="text-fg-muted">
          {t(`collection.${why}`, { n: report[why] })}
        </p>
      ))}
      {songsLeftOut > 0 && <p className="text-fg-muted">{t('collection.songsLeftOut', { n: songsLeftOut })}</p>}
      {existing > 0 && <p className="text-fg-muted">{t('collection.exists', { n: existing })}</p>}
      {report.missing.length > 0 && <Missing report={report} />}
    </div>
  );
}

type Song = CollectionReport['missing'][number];

const REASONS = ['not-found', 'ambiguous'] as const;

function reasonOf({ reason }: Song): string {
  const known = REASONS.find((one) => one === reason);
  return known ? t(`collection.${known}`) : reason;
}

function Missing({ report: { missing, notFound, ambiguous } }: { report: CollectionReport }) {
  const title = t('collection.missing', { n: notFound + ambiguous });
  const save = () => saveFile('sonora-not-matched.txt', missing.map((song) => `${song.text}\t${reasonOf(song)}\n`).join(''), 'text/plain');
  return (
    <div className="grid min-w-0 gap-2">
      <h3 className="font-semibold text-sm">{title}</h3>
      <ul
        aria-label={title}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keyboards must be able to
        tabIndex={0}
        className="grid max-h-[30dvh] gap-2 overflow-y-auto rounded-md border border-line bg-sunken p-3 text-sm"
      >
        {missing.slice(0, SHOWN).map((song, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a song may be in it twice
          <li key={i} className="min-w-0 break-words">
            {song.text} <span className="text-fg-muted">· {reasonOf(song)}</span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" variant="secondary" onClick={save}>
          <Download size={16} aria-hidden />
          {t('collection.download')}
        </Button>
        {missing.length > SHOWN && <span className="text-fg-muted text-sm">{t('collection.shown', { n: SHOWN })}</span>}
      </div>
    </div>
  );
}
