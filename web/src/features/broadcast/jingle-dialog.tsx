import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { apiQuery } from '@/api/query-client';
import { RADIOS } from '@/api/stations';
import type { Station } from '@/api/types';
import { t } from '@/i18n/broadcast';
import { closeJingle, type Jingle, useJingleDialog } from '@/lib/jingle';
import { Button } from '@/ui/button';
import { Choice } from '@/ui/choice';
import { Dialog } from '@/ui/dialog';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast/toast-store';
import { useStationChanged } from './queries';

const stationsQuery = apiQuery([RADIOS, { limit: 1000 }]);

/** Whether a person programmes the AutoDJ of a station. */
const mayProgramme = ({ canManage, mode }: Station) => canManage && (mode === 'autodj' || mode === 'both');

/** Asks which station shall play a song as a jingle. */
export function JingleDialog() {
  const song = useJingleDialog((state) => state.song);
  return (
    <Dialog
      open={!!song}
      onOpenChange={(open) => !open && closeJingle()}
      title={t('broadcast.jingle', { title: song?.title ?? '' })}
      description={t('broadcast.jingleLead')}
    >
      {song && <Stations song={song} />}
    </Dialog>
  );
}

function Stations({ song }: { song: Jingle }) {
  const stations = useQuery({ ...stationsQuery, select: (all) => all.filter(mayProgramme) });
  return (
    <QueryView query={stations} skeleton={<Skeleton className="h-20" />} empty={<NoStation />}>
      {(own) => <Add song={song} stations={own} />}
    </QueryView>
  );
}

function NoStation() {
  return (
    <div className="grid gap-4">
      <p>{t('broadcast.jingleNoStation')}</p>
      <Button asChild className="justify-self-end">
        <Link to="/create" onClick={closeJingle}>
          {t('broadcast.jingleMakeStation')}
        </Link>
      </Button>
    </div>
  );
}

function Add({ song, stations }: { song: Jingle; stations: Station[] }) {
  const [chosen, setChosen] = useState(stations[0]?.id ?? '');
  const changed = useStationChanged(chosen);
  const add = useMutation({
    mutationFn: () => request(`${RADIOS}/${chosen}/jingles`, { method: 'POST', body: { trackId: song.id } }),
    onSuccess: () => {
      toast({ title: t('broadcast.jingleAdded'), description: stations.find(({ id }) => id === chosen)?.name });
      closeJingle();
      return changed();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <Choice
        label={t('broadcast.jingleStation')}
        value={chosen}
        onChange={(station) => {
          setChosen(station);
          add.reset();
        }}
        options={stations.map(({ id, name }) => ({ value: id, label: name }))}
        error={add.error ? messageOf(add.error, t('ui.loadFailedText'), ['trackId', 'detail']) : undefined}
      />
      <Button type="submit" className="justify-self-end" pending={add.isPending}>
        {t('broadcast.jingleAdd')}
      </Button>
    </form>
  );
}
