import { request } from '@/api/client';
import type { Body } from '@/api/contract';
import { DEVICES } from '@/api/queries';
import type { PlayerCommand, PlayerDevice } from '@/api/types';
import { browserClock } from '@/audio/clock';
import { storage } from '@/lib/storage';
import { ulid } from '@/lib/ulid';
import { linkDevice, obey } from './device-link';
import type { PlayerEngine } from './engine';
import { reviveSession } from './session';

const ID_KEY = 'sonora_device';

let own: string | undefined;

/** This browser's device ID, created on first use; if storage is unavailable, it lasts as long as the page. */
export function deviceId(): string {
  if (own) return own;
  const known = storage.get(ID_KEY);
  own = known && /^[0-9A-Za-z-]{8,64}$/.test(known) ? known : ulid(Date.now());
  if (own !== known) storage.set(ID_KEY, own);
  return own;
}

/** `Chrome, Linux`: a name by which a person recognises this browser. */
function deviceName({ userAgent } = navigator): string {
  const find = (names: [string, RegExp][]) => names.find(([, pattern]) => pattern.test(userAgent))?.[0];
  const browser = find([
    ['Edge', /Edg/],
    ['Opera', /OPR/],
    ['Firefox', /Firefox|FxiOS/],
    ['Chrome', /Chrome|CriOS/],
    ['Safari', /Safari/],
  ]);
  const system = find([
    ['Android', /Android/],
    ['iPhone', /iPhone/],
    ['iPad', /iPad/],
    ['Windows', /Windows/],
    ['Mac', /Macintosh/],
    ['Linux', /Linux|X11/],
  ]);
  return [browser, system].filter(Boolean).join(', ') || 'Browser';
}

/** Links this page with the person's other devices until the returned function is called. */
export function connectDevices(engine: PlayerEngine): () => void {
  const id = deviceId();
  const { stop, speaks } = linkDevice(engine, {
    clock: browserClock(),
    store: storage,
    tab: ulid(Date.now()),
    name: deviceName(),
    send: (report) => request(`${DEVICES}/${id}`, { method: 'PUT', body: report }),
  });
  const listening = new AbortController();
  addEventListener(
    'sonora-command',
    (event) => {
      const command = (event as CustomEvent<PlayerCommand>).detail;
      if (command.device === id && speaks()) obey(engine, command);
    },
    { signal: listening.signal },
  );
  return () => {
    stop();
    listening.abort();
  };
}

/** A command for another device. */
export type Command = Body<`${typeof DEVICES}/${string}/commands`, 'POST'>['body']['command'];

export const steer = (device: string, command: Command, value?: number) =>
  request(`${DEVICES}/${device}/commands`, { method: 'POST', body: { from: deviceId(), command, value } });

export const forgetDevice = (device: string) => request(`${DEVICES}/${device}`, { method: 'DELETE' });

/**
 * Continues here what another device plays or played last, and pauses it there. Call it within a gesture. Rejects if there is
 * nothing to continue or it cannot be read.
 */
export async function takeOver(engine: PlayerEngine, device: PlayerDevice): Promise<void> {
  const { queue, device: now } = await request(`${DEVICES}/${device.id}/queue`);
  const { volume, muted, transition } = engine.snapshot();
  const played = now.state === 'playing' ? now.position + now.age : now.position;
  const saved = reviveSession({ version: 1, queue, position: played, volume, muted, transition });
  engine.reset();
  engine.restore(saved);
  engine.resume();
  if (now.present && now.state === 'playing') await steer(device.id, 'pause');
}
