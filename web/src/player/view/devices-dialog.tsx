import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Laptop, Pause, Play, SkipBack, SkipForward, Smartphone, X } from 'lucide-react';
import { useState } from 'react';
import { DEVICES, devicesQuery } from '@/api/queries';
import type { PlayerDevice } from '@/api/types';
import { language, t } from '@/i18n/players';
import { moment } from '@/lib/format';
import { type Command, deviceId, forgetDevice, steer, takeOver } from '@/player/engine/devices';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { IconButton } from '@/ui/icon-button';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { Slider } from '@/ui/slider';
import { toast } from '@/ui/toast/toast-store';
import { useEngine } from './use-player';

/** What the person's other devices play, with buttons to continue it here or to control them. */
export function DevicesDialog({ onClose }: { onClose: () => void }) {
  const devices = useQuery(devicesQuery);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('players.title')} description={t('players.lead')}>
      <QueryView
        query={devices}
        skeleton={<Skeleton className="h-24 w-full" />}
        isEmpty={(list) => !list.some(isOther)}
        empty={<p className="text-fg-muted">{t('players.empty')}</p>}
      >
        {(list) => (
          <ul className="grid gap-3">
            {list.map((device) => (isOther(device) ? <Other key={device.id} device={device} /> : <Here key={device.id} device={device} />))}
          </ul>
        )}
      </QueryView>
    </Dialog>
  );
}

const isOther = ({ id }: PlayerDevice) => id !== deviceId();

function Here({ device }: { device: PlayerDevice }) {
  return (
    <li className="flex items-center gap-3 rounded-lg border border-line px-4 py-3">
      <DeviceIcon name={device.name} />
      <span className="min-w-0 flex-1 truncate font-semibold">{device.name}</span>
      <Badge tone="success">{t('players.here')}</Badge>
    </li>
  );
}

function Other({ device }: { device: PlayerDevice }) {
  const client = useQueryClient();
  const engine = useEngine();
  const { id, name, present, state } = device;
  const refresh = () => client.invalidateQueries({ queryKey: [DEVICES] });
  const failed = () => toast({ tone: 'danger', title: t('players.failed'), description: name });
  const send = useMutation({ mutationFn: (command: Command) => steer(id, command), onError: failed });
  const take = useMutation({
    mutationFn: () => takeOver(engine, device),
    onError: () => toast({ tone: 'danger', title: t('players.nothing'), description: name }),
  });
  const forget = useMutation({ mutationFn: () => forgetDevice(id), onError: failed, onSettled: refresh });
  const isPlaying = present && state === 'playing';
  return (
    <li className="grid gap-3 rounded-lg border border-line px-4 py-3">
      <div className="flex items-center gap-3">
        <DeviceIcon name={name} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-semibold">{name}</span>
          <span className="block truncate text-fg-muted text-sm">{doing(device)}</span>
        </span>
        <IconButton icon={X} size="sm" label={t('players.forget', { name })} onClick={() => forget.mutate()} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="sm"
          pending={take.isPending}
          disabled={!device.trackId}
          aria-label={t('players.playHereNamed', { name })}
          onClick={() => take.mutate()}
        >
          {t('players.playHere')}
        </Button>
        {present && (
          <>
            <IconButton icon={SkipBack} label={t('players.previous', { name })} onClick={() => send.mutate('previous')} />
            <IconButton
              icon={isPlaying ? Pause : Play}
              label={t(isPlaying ? 'players.pause' : 'players.play', { name })}
              onClick={() => send.mutate(isPlaying ? 'pause' : 'play')}
            />
            <IconButton icon={SkipForward} label={t('players.next', { name })} onClick={() => send.mutate('next')} />
            <Loudness device={device} onFail={failed} />
          </>
        )}
      </div>
    </li>
  );
}

/** The volume follows the finger immediately; the device receives it when the finger rests. */
function Loudness({ device, onFail }: { device: PlayerDevice; onFail: () => void }) {
  const [moved, setMoved] = useState<number | null>(null);
  const percent = moved ?? Math.round(device.volume * 100);
  const tell = () => moved !== null && void steer(device.id, 'volume', moved / 100).catch(onFail);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears when the slider inside is let go
    <span className="min-w-24 flex-1" onPointerUp={tell} onKeyUp={tell}>
      <Slider label={t('players.volume', { name: device.name })} value={percent} valueText={`${percent} %`} onChange={setMoved} />
    </span>
  );
}

function doing({ present, state, title, seenAt }: PlayerDevice): string {
  if (!present) return t('players.absent', { when: moment(seenAt, language()) });
  if (state === 'stopped' || !title) return t('players.stopped');
  return t(state === 'playing' ? 'players.playing' : 'players.paused', { title });
}

function DeviceIcon({ name }: { name: string }) {
  const Icon = /Android|iPhone|iPad/.test(name) ? Smartphone : Laptop;
  return <Icon size={20} aria-hidden className="shrink-0 text-fg-muted" />;
}
