import { Plus, Users } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { Playlist } from '@/api/types';
import { t } from '@/i18n/playlists';
import { plain } from '@/lib/plain';
import { Cover } from '@/ui/cover';
import { Field } from '@/ui/field';
import { recentFirst } from './recent';

type PlaylistChoiceProps = {
  playlists: readonly Playlist[];
  busy: boolean;
  onChoose: (playlist: Playlist) => void;
  /** Called with the typed name. */
  onNew: (name: string) => void;
};

/** How many are shown; typing narrows the list. */
const SHOWN = 50;

/** The person's playlists, recently used ones first. Typing filters them or names a new one; arrow keys move through them. */
export function PlaylistChoice({ playlists, busy, onChoose, onNew }: PlaylistChoiceProps) {
  const [query, setQuery] = useState('');
  const box = useRef<HTMLDivElement>(null);
  const name = query.trim();
  const sorted = useMemo(() => recentFirst(playlists.filter((one) => one.kind === 'list' && one.canEdit)), [playlists]);
  const found = sorted.filter((playlist) => plain(playlist.name).includes(plain(name)));

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined || !box.current) return;
    const stops = [...box.current.querySelectorAll<HTMLElement>('input, button')];
    const to = stops[stops.indexOf(document.activeElement as HTMLElement) + step];
    if (!to) return;
    event.preventDefault();
    to.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears the arrow keys of the controls inside
    <div ref={box} className="grid min-w-0 gap-3" onKeyDown={onKeyDown} aria-busy={busy}>
      <Field
        label={t('playlist.add.search')}
        type="search"
        autoFocus
        autoComplete="off"
        maxLength={100}
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      <button type="button" disabled={busy} onClick={() => onNew(name)} className={ROW}>
        <span className="grid size-10 shrink-0 place-items-center rounded-sm bg-accent text-accent-fg">
          <Plus size={20} aria-hidden />
        </span>
        <span className="truncate font-semibold">{name === '' ? t('playlist.add.new') : t('playlist.add.newNamed', { name })}</span>
      </button>
      <ul aria-label={t('playlist.add.list')} className="grid max-h-[45dvh] overflow-y-auto">
        {found.slice(0, SHOWN).map((playlist) => (
          <li key={playlist.id}>
            <button type="button" disabled={busy} onClick={() => onChoose(playlist)} className={ROW}>
              <Cover url={playlist.coverUrl} seed={playlist.name} sizes="40px" className="size-10 rounded-sm!" />
              <span className="min-w-0 flex-1">
                <span className="block truncate font-semibold">{playlist.name}</span>
                <span className="block truncate text-fg-muted text-sm">{t('playlist.add.songs', { n: playlist.trackCount })}</span>
              </span>
              {playlist.isCollaborative && <Users size={16} className="text-fg-muted" role="img" aria-label={t('playlist.shared')} />}
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p role="status" className="text-fg-muted">
          {t(sorted.length === 0 ? 'playlist.add.noneYet' : 'playlist.add.none')}
        </p>
      )}
    </div>
  );
}

const ROW =
  'flex w-full items-center gap-3 rounded-md p-2 text-left transition hover:bg-surface-2 focus-visible:bg-surface-2 -outline-offset-2 disabled:opacity-60';
