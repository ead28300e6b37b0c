import { Download } from 'lucide-react';
import type { ImportReport as Report } from '@/api/types';
import { t } from '@/i18n/settings';
import { saveFile } from '@/lib/save-file';
import { Button } from '@/ui/button';

/** Songs shown; all of them can be downloaded. */
const SHOWN = 100;

const newLists = ({ playlists }: Report) => playlists.filter(({ exists, found }) => !exists && found > 0).length;

/** Whether an import takes anything. */
export const isNews = (report: Report) => report.plays.new + report.likes.new + newLists(report) > 0;

/** What an import found and takes, and the songs that are not in the library. */
export function ImportReport({ report }: { report: Report }) {
  const { plays, likes, playlists, missingCount } = report;
  const lists = newLists(report);
  const existing = playlists.filter(({ exists }) => exists).length;
  const taken = [
    plays.new > 0 && t('imports.plays', { n: plays.new }),
    likes.new > 0 && t('imports.likes', { n: likes.new }),
    lists > 0 && t('imports.playlists', { n: lists }),
  ].filter((text) => text !== false);
  const left = [
    plays.known > 0 && t('imports.known', { n: plays.known }),
    plays.short > 0 && t('imports.short', { n: plays.short }),
    plays.undated > 0 && t('imports.undated', { n: plays.undated }),
    likes.known > 0 && t('imports.likesKnown', { n: likes.known }),
    existing > 0 && t('imports.listsExist', { n: existing }),
    report.playlistsLeftOut > 0 && t('imports.listsLeftOut', { n: report.playlistsLeftOut }),
    plays.notFound > 0 && t('imports.notFound', { n: plays.notFound }),
  ].filter((text) => text !== false);
  return (
    <div className="grid min-w-0 gap-3">
      <div role="status">
        <p className="font-semibold">{taken.length === 0 ? t('imports.nothing') : t(report.applied ? 'imports.took' : 'imports.takes')}</p>
        <ul className="list-disc pl-5">
          {taken.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </div>
      {left.map((text) => (
        <p key={text} className="text-fg-muted">
          {text}
        </p>
      ))}
      {missingCount > 0 && <Missing report={report} />}
    </div>
  );
}

type Song = Report['missing'][number];

const detailOf = ({ plays, reason }: Song) =>
  [reason === 'ambiguous' && t('imports.ambiguous'), plays > 0 && t('imports.plays', { n: plays })].filter(Boolean).join(' · ');

function Missing({ report: { missing, missingCount } }: { report: Report }) {
  const title = t('imports.missing', { n: missingCount });
  const save = () =>
    saveFile('sonora-not-found.txt', missing.map((song) => `${song.text}\t${song.plays}\t${song.reason}\n`).join(''), 'text/plain');
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
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes, and a text may be in it twice
          <li key={i} className="min-w-0 break-words">
            {song.text} <span className="inline-block text-fg-muted">{detailOf(song)}</span>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" variant="secondary" onClick={save}>
          <Download size={16} aria-hidden />
          {t('imports.download')}
        </Button>
        {missing.length > SHOWN && <span className="text-fg-muted text-sm">{t('imports.shown', { n: SHOWN })}</span>}
      </div>
    </div>
  );
}
