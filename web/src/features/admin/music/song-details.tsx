import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Eye, EyeOff, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { apiQuery } from '@/api/query-client';
import type { Track, TrackDetail } from '@/api/types';
import { language, t } from '@/i18n/admin/music';
import { bytes, count, moment, time } from '@/lib/format';
import { editTags } from '@/things/track/editing';
import { trackQuery } from '@/things/track/queries';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import { Preview } from '../review/preview';
import { Facts } from '../table/row-sheet';
import { formatOf, statusOf } from './columns';
import { DeleteSong, PlaySong, useSong } from './song-actions';

/** What the side sheet says about a song, and what can be done with it. */
export function SongDetails({ song, onDeleted }: { song: Track; onDeleted: () => void }) {
  const [asks, setAsks] = useState(false);
  const { show, remove, isPending } = useSong(song, onDeleted);
  const { id, title, isPublic } = song;
  const confirm = () => {
    setAsks(false);
    remove();
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <PlaySong song={song} />
        <Button size="sm" onClick={() => editTags([song])}>
          <Pencil size={16} aria-hidden />
          {t('songs.edit')}
        </Button>
        <Button size="sm" variant="secondary" pending={isPending} onClick={show}>
          {!isPending && (isPublic ? <EyeOff size={16} aria-hidden /> : <Eye size={16} aria-hidden />)}
          {t(isPublic ? 'songs.hide' : 'songs.show')}
        </Button>
        <IconButton icon={Trash2} label={t('admin.deleteNamed', { name: title })} size="sm" onClick={() => setAsks(true)} />
        <DeleteSong song={song} isOpen={asks} onClose={() => setAsks(false)} onConfirm={confirm} />
      </div>
      <Preview audioUrl={song.audioUrl} label={t('songs.preview', { name: title })} />
      <Tags song={song} />
      <TheFile song={song} />
      <Link to="/tracks/$trackId" params={{ trackId: id }} className="font-semibold text-accent-text text-sm hover:underline">
        {t('songs.openPage')}
      </Link>
    </>
  );
}

const names = (all: readonly { name: string }[] | undefined) => all?.map(({ name }) => name).join('; ');
const ofTotal = (n: number | null | undefined, total: number | null | undefined) => (n && total ? t('songs.of', { n, total }) : n);

/** All tags: those that the list has at once, the others when they are there. */
function Tags({ song }: { song: Track }) {
  const { data } = useQuery({ ...trackQuery(song.id), staleTime: 0 });
  const all: Partial<TrackDetail> & Track = data ?? song;
  return (
    <Facts
      facts={[
        [
          t('admin.table.status'),
          <Badge key="status" tone={song.isPublic ? 'success' : 'neutral'}>
            {statusOf(song)}
          </Badge>,
        ],
        [t('songs.artist'), names(all.artists) || all.artist],
        [t('songs.album'), all.album],
        [t('songs.albumArtist'), names(all.albumArtists) || all.albumArtist],
        [t('songs.genre'), all.genres?.join('; ') || all.genre],
        [t('songs.composer'), names(all.composers)],
        [t('songs.year'), all.year],
        [t('songs.track'), ofTotal(all.number, all.trackTotal)],
        [t('songs.disc'), ofTotal(all.disc, all.discTotal)],
        [t('songs.bpm'), all.tagBpm],
        ['ISRC', all.isrc],
        [t('songs.comment'), all.comment],
        [t('songs.plays'), count(all.plays, language())],
      ]}
    />
  );
}

/** Where the file is, and what it is like. */
function TheFile({ song }: { song: Track }) {
  const { id, duration, bitrate, sampleRate, bitDepth, size, addedAt, ownerId } = song;
  const { data: file } = useQuery({ ...apiQuery(['/api/admin/tracks', id, 'file']), staleTime: 0 });
  const quality = [
    formatOf(song),
    bitrate > 0 && `${bitrate} kbit/s`,
    sampleRate > 0 && `${sampleRate / 1000} kHz`,
    bitDepth && `${bitDepth} bit`,
  ];
  return (
    <Facts
      facts={[
        [t('songs.duration'), time(duration)],
        [t('songs.quality'), quality.filter(Boolean).join(' · ')],
        [t('songs.size'), bytes(size)],
        [t('songs.origin'), t(ownerId ? 'songs.origin.upload' : 'songs.origin.library')],
        [t('songs.folder'), file?.folder],
        [t('songs.file'), file?.path],
        [t('songs.modified'), file?.modifiedAt && moment(file.modifiedAt, language())],
        [t('songs.added'), moment(addedAt, language())],
        [t('songs.playlists'), file && count(file.playlists, language())],
        [t('songs.likes'), file && count(file.likes, language())],
      ]}
    />
  );
}
