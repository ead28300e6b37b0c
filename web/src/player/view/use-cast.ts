import { useEffect, useState } from 'react';
import { t } from '@/i18n/now-playing';
import type { PlayerEngine } from '@/player/engine/engine';
import { toast } from '@/ui/toast/toast-store';
import { useCurrent, useEngine } from './use-player';

export type Cast = {
  /** Whether a cast device is available or connected. */
  available: boolean;
  connected: boolean;
  /** Lets the person choose a device, or disconnect from it. */
  prompt: () => void;
};

/** The cast devices that the browser knows. */
export function useCast(): Cast {
  const engine = useEngine();
  const uid = useCurrent()?.uid; // another song may play in another element
  const [available, setAvailable] = useState(false);
  const [connected, setConnected] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: see uid
  useEffect(() => watchRemote(engine, setAvailable, setConnected), [engine, uid]);
  return { available: available || connected, connected, prompt: () => void choose(engine) };
}

/** Reports whether devices are available and whether one is connected; returns a function that stops it. */
function watchRemote(
  engine: PlayerEngine,
  tellAvailable: (available: boolean) => void,
  tellConnected: (connected: boolean) => void,
): (() => void) | undefined {
  const remote = engine.element()?.remote;
  if (!remote) {
    tellAvailable(false);
    return;
  }
  let over = false;
  let watch: number | undefined;
  remote
    .watchAvailability((available) => over || tellAvailable(available))
    .then((id) => {
      if (over) void remote.cancelWatchAvailability(id);
      watch = id;
    })
    .catch(() => tellAvailable(false)); // the browser cannot know: no cast button
  const look = () => {
    const connected = remote.state === 'connected';
    engine.holdElement(connected);
    tellConnected(connected);
  };
  look();
  for (const type of ['connect', 'disconnect']) remote.addEventListener(type, look);
  return () => {
    over = true;
    if (watch !== undefined) remote.cancelWatchAvailability(watch).catch(() => {});
    for (const type of ['connect', 'disconnect']) remote.removeEventListener(type, look);
  };
}

async function choose(engine: PlayerEngine): Promise<void> {
  try {
    await engine.element()?.remote?.prompt();
  } catch (error) {
    if (error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return; // dismissed
    toast({ tone: 'danger', title: t('player.castFailed') });
  }
}
