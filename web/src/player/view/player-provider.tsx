import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useSession } from '@/api/auth/session';
import { t } from '@/i18n/t';
import { lightRoom } from '@/lib/ambient';
import { firstScreen } from '@/lib/first-screen';
import { usePrefs } from '@/lib/prefs';
import { storage } from '@/lib/storage';
import { lazily } from '@/lib/until-loaded';
import { isOnTheWayBack } from '@/lib/way-back';
import type { Notice } from '@/player/engine/engine';
import { bindKeys } from '@/player/engine/keyboard';
import { createPlayer, type Player } from '@/player/engine/player';
import { coverSeedOf } from '@/player/engine/queue/item';
import { isAboutPlan } from '@/player/engine/recovery';
import { toast } from '@/ui/toast/toast-store';
import { Painter } from './painter';
import { useToggleQueue } from './queue/use-toggle-queue';
import { useCurrentLike } from './use-current-like';
import { commandsOf, PlayerHostContext, useCurrent, useEngine, usePlayerState } from './use-player';

const EpisodeEffects = lazily(() => import('./episode-effects').then((m) => m.EpisodeEffects));
const GenerationEffects = lazily(() => import('./generation-effects').then((m) => m.GenerationEffects));
const LiveEffects = lazily(() => import('./live-effects').then((m) => m.LiveEffects));

/** Provides the page's player. Tests provide their own. */
export function PlayerProvider({ children, create = createPlayer }: { children: ReactNode; create?: () => Player }) {
  const [player] = useState(create);
  const { engine } = player;
  const host = useMemo(() => ({ engine, painter: new Painter(engine), commands: commandsOf(engine) }), [engine]);
  useEffect(() => player.connect(), [player]);
  useEffect(() => host.painter.connect(), [host]);
  return (
    <PlayerHostContext value={host}>
      {children}
      <PlayerEffects />
    </PlayerHostContext>
  );
}

/** The account whose queue this browser stores. */
const OWNER_KEY = 'sonora_player_of';

/** The player's effects on the rest of the page. */
function PlayerEffects() {
  const engine = useEngine();
  const current = useCurrent();
  const { toggle: toggleLike } = useCurrentLike();
  const toggleQueue = useToggleQueue();
  const { status, user } = useSession();

  const actions = useRef({ toggleLike, toggleQueue });
  useEffect(() => {
    actions.current = { toggleLike, toggleQueue };
  });
  useEffect(
    () => bindKeys({ engine, toggleLike: () => actions.current.toggleLike(), toggleQueue: () => actions.current.toggleQueue() }),
    [engine],
  );

  useEffect(() => engine.on('notice', (notice) => showNotice(notice, () => engine.next())), [engine]);

  const crossfade = usePrefs((prefs) => prefs.crossfade);
  useEffect(
    () => engine.setTransition(crossfade > 0 ? { kind: 'crossfade', seconds: crossfade } : { kind: 'gapless' }),
    [engine, crossfade],
  );

  useEffect(() => {
    const stop = firstScreen()
      .then(() => import('@/player/engine/queue/more'))
      .then(({ extendQueue }) => extendQueue(engine));
    return () => void stop.then((end) => end());
  }, [engine]);

  const endless = usePrefs((prefs) => prefs.endless) && status === 'signedIn';
  useEffect(() => {
    if (!endless) return;
    const stop = import('@/player/engine/queue/endless').then(({ keepPlaying }) => keepPlaying(engine));
    return () => void stop.then((end) => end());
  }, [engine, endless]);

  useEffect(() => {
    if (status !== 'signedIn') return;
    const stop = firstScreen()
      .then(() => import('@/player/engine/devices'))
      .then(({ connectDevices }) => connectDevices(engine));
    return () => void stop.then((end) => end());
  }, [engine, status]);

  const track = current?.track;
  const onAirCover = usePlayerState((player) => player.onAir?.coverImageUrl);
  const cover = onAirCover ?? track?.coverImageUrl ?? null;
  const seed = current ? coverSeedOf(current) : undefined;
  useEffect(() => {
    if (seed !== undefined) void lightRoom(cover, seed);
  }, [cover, seed]);

  // One person's listening is not shown to another.
  const wasSignedIn = useRef(false);
  useEffect(() => {
    if (status === 'anonymous' && wasSignedIn.current) {
      if (isOnTheWayBack()) engine.pause();
      else engine.reset();
    }
    wasSignedIn.current = status === 'signedIn';
  }, [status, engine]);
  const account = user?.id;
  useEffect(() => {
    if (account === undefined) return;
    const owner = storage.get(OWNER_KEY);
    if (owner !== null && owner !== account) engine.reset();
    storage.set(OWNER_KEY, account);
  }, [account, engine]);

  if (!current) return null;
  return (
    <Suspense>
      {current.details.live && <LiveEffects key={current.uid} item={current} />}
      {current.details.mix === 'generation' && status === 'signedIn' && <GenerationEffects key={current.uid} item={current} />}
      {current.details.podcastId && status === 'signedIn' && <EpisodeEffects key={current.uid} item={current} />}
    </Suspense>
  );
}

function showNotice({ reason, item, next, skipped }: Notice, playNext: () => void) {
  if (isAboutPlan(reason)) return; // app/plan-host.tsx shows it with the way to other plans
  toast({
    tone: 'danger',
    title: t('player.failed.title', { title: item.track.title }),
    description: t(`player.failed.${reason}`),
    action: next && !skipped ? { label: t('player.failed.next'), onSelect: playNext } : undefined,
  });
}
