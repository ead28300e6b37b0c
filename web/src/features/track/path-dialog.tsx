import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { Track } from '@/api/types';
import { t } from '@/i18n/analysis';
import { seedOf } from '@/lib/art';
import { usePlayer } from '@/player/view/use-player';
import { Button } from '@/ui/button';
import { Cover } from '@/ui/cover';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { Spinner } from '@/ui/spinner';
import { findQuery, pathQuery } from './path-queries';

type PathDialogProps = { from: Track; open: boolean; onOpenChange: (open: boolean) => void };

const LENGTH = 10;

/** Songs that lead from one to another in small steps. */
export function PathDialog({ from, open, onOpenChange }: PathDialogProps) {
  const [to, setTo] = useState<Track>();
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('path.title')} description={t('path.lead', { title: from.title })}>
      {to ? <Path from={from} to={to} onPlayed={() => onOpenChange(false)} /> : <Find from={from} onChoose={setTo} />}
    </Dialog>
  );
}

function Find({ from, onChoose }: { from: Track; onChoose: (track: Track) => void }) {
  const [text, setText] = useState('');
  const { data } = useQuery(findQuery(useDeferredValue(text)));
  const tracks = (data?.tracks ?? []).filter((track) => track.id !== from.id);
  return (
    <>
      <Field label={t('path.search')} type="search" autoFocus value={text} onChange={(event) => setText(event.target.value)} />
      <ul className="grid gap-1">
        {tracks.map((track) => (
          <li key={track.id}>
            <button
              type="button"
              className="flex w-full items-center gap-3 rounded-md p-2 text-left hover:bg-surface-2"
              onClick={() => onChoose(track)}
            >
              <Row track={track} />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function Path({ from, to, onPlayed }: { from: Track; to: Track; onPlayed: () => void }) {
  const player = usePlayer();
  const { data, isPending } = useQuery(pathQuery(from.id, to.id, LENGTH));
  if (isPending) return <Spinner />;
  const tracks = data ?? [];
  if (tracks.length === 0) return <p className="text-fg-muted">{t('path.none')}</p>;
  return (
    <>
      <ol className="grid gap-1">
        {tracks.map((track) => (
          <li key={track.id} className="flex items-center gap-3 p-1.5">
            <Row track={track} />
          </li>
        ))}
      </ol>
      <div className="flex justify-end">
        <Button
          onClick={() => {
            player.play(tracks, 0, { kind: 'mix', title: `${from.title} – ${to.title}` });
            onPlayed();
          }}
        >
          {t('path.play')}
        </Button>
      </div>
    </>
  );
}

const Row = ({ track }: { track: Track }) => (
  <>
    <Cover url={track.coverImageUrl} seed={seedOf(track)} sizes="40px" className="size-10 rounded-sm" />
    <span className="min-w-0">
      <span className="block truncate font-semibold">{track.title}</span>
      <span className="block truncate text-fg-muted text-sm">{track.artist}</span>
    </span>
  </>
);
