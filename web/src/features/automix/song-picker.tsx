import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import type { Track } from '@/api/types';
import { t } from '@/i18n/automix';
import { longTime } from '@/lib/format';
import { Field } from '@/ui/field';
import { IconButton } from '@/ui/icon-button';
import { songsQuery } from './queries';

type SongPickerProps = { songs: readonly Track[]; error?: string; onChange: (songs: readonly Track[]) => void };

/** Chooses songs of the library, in their order. */
export function SongPicker({ songs, error, onChange }: SongPickerProps) {
  const [words, setWords] = useState('');
  const found = useQuery(songsQuery(useDeferredValue(words.trim()))).data ?? [];
  const isChosen = ({ id }: Track) => songs.some((song) => song.id === id);
  const rest = found.filter((track) => !isChosen(track));
  return (
    <div className="grid gap-4 @3xl:grid-cols-2">
      <div className="min-w-0">
        <Field
          type="search"
          label={t('automix.findSongs')}
          autoComplete="off"
          maxLength={200}
          value={words}
          error={error}
          onChange={({ target }) => setWords(target.value)}
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
        <Songs
          label={t('automix.found')}
          tracks={rest}
          icon={Plus}
          action={(title) => t('automix.addSong', { title })}
          onClick={(track) => onChange([...songs, track])}
        />
        {words.trim() !== '' && rest.length === 0 && <p className="mt-3 text-fg-muted text-sm">{t('automix.nothingFound')}</p>}
      </div>
      <div className="min-w-0">
        <p className="font-semibold text-sm">{t('automix.chosen', { n: songs.length })}</p>
        <Songs
          label={t('automix.chosen', { n: songs.length })}
          tracks={songs}
          icon={X}
          action={(title) => t('automix.removeSong', { title })}
          onClick={({ id }) => onChange(songs.filter((song) => song.id !== id))}
        />
      </div>
    </div>
  );
}

type SongsProps = {
  label: string;
  tracks: readonly Track[];
  icon: typeof Plus;
  action: (title: string) => string;
  onClick: (track: Track) => void;
};

function Songs({ label, tracks, icon, action, onClick }: SongsProps) {
  if (tracks.length === 0) return null;
  return (
    <ul aria-label={label} className="mt-2 max-h-72 divide-y divide-line overflow-y-auto">
      {tracks.map((track) => (
        <li key={track.id} className="flex items-center gap-2 py-1">
          <span className="min-w-0 flex-1">
            <span className="block truncate font-semibold">{track.title}</span>
            <span className="tnum block truncate text-fg-muted text-sm">
              {[track.artist, track.bpm && `${Math.round(track.bpm)} BPM`, track.camelot, longTime(track.duration)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
          <IconButton icon={icon} label={action(track.title)} onClick={() => onClick(track)} />
        </li>
      ))}
    </ul>
  );
}
