import { artOf } from '@/lib/art';
import { IMAGE_SIZES, sized } from '@/lib/images';
import type { PlayerEngine } from './engine';
import type { OnAir } from './live';
import { coverSeedOf, type QueueItem } from './queue/item';

const SEEKING = ['seekto', 'seekbackward', 'seekforward'] as const;
const SKIP = 10; // seconds, if the system gives none

/** The metadata for the lock screen; for a station, what it plays. */
function metadataOf({ track, details }: QueueItem, onAir: OnAir | null): MediaMetadataInit {
  const coverImageUrl = onAir?.coverImageUrl ?? track.coverImageUrl;
  const artwork = coverImageUrl
    ? IMAGE_SIZES.map((size) => ({ src: sized(coverImageUrl, size), sizes: `${size}x${size}` }))
    : [{ src: artOf(coverSeedOf({ track, details })), sizes: 'any', type: 'image/svg+xml' }];
  if (onAir?.title) return { title: onAir.title, artist: onAir.artist || track.title, album: track.title, artwork };
  return { title: track.title, artist: track.artist, album: details.album, artwork };
}

/** Connects the lock screen, media keys and headphone buttons. Returns a function that disconnects them. */
export function connectMediaSession(engine: PlayerEngine, session: MediaSession): () => void {
  let shown: QueueItem | null = null;
  let told: OnAir | null = null;

  const handlers: Partial<Record<MediaSessionAction, MediaSessionActionHandler>> = {
    play: () => engine.resume(),
    pause: () => engine.pause(),
    stop: () => engine.stop(),
    nexttrack: () => engine.next(),
    previoustrack: () => engine.previous(),
    seekto: ({ seekTime }) => engine.seek(seekTime ?? 0),
    seekbackward: ({ seekOffset }) => engine.seek(engine.position() - (seekOffset ?? SKIP)),
    seekforward: ({ seekOffset }) => engine.seek(engine.position() + (seekOffset ?? SKIP)),
  };
  for (const [action, handler] of Object.entries(handlers)) handle(session, action as MediaSessionAction, handler);

  const place = () => {
    const { duration, current, rate } = engine.snapshot();
    if (!session.setPositionState) return;
    if (current && duration > 0)
      session.setPositionState({ duration, position: Math.min(Math.max(0, engine.position()), duration), playbackRate: rate });
    else session.setPositionState();
  };
  const show = () => {
    const { current, isPlaying, queue, onAir } = engine.snapshot();
    if (current !== shown || onAir !== told) {
      shown = current;
      told = onAir;
      session.metadata = current ? new MediaMetadata(metadataOf(current, onAir)) : null;
    }
    session.playbackState = !current ? 'none' : isPlaying ? 'playing' : 'paused';
    handle(session, 'nexttrack', queue.next() ? handlers.nexttrack : null);
    for (const action of SEEKING) handle(session, action, current?.details.live ? null : handlers[action]);
    place();
  };
  show();
  const stops = [engine.on('change', show), engine.on('seek', place)];

  return () => {
    for (const stop of stops) stop();
    for (const action of Object.keys(handlers)) handle(session, action as MediaSessionAction, null);
    session.metadata = null;
    session.playbackState = 'none';
  };
}

/** A browser throws for an unknown action. */
function handle(session: MediaSession, action: MediaSessionAction, handler: MediaSessionActionHandler | null = null): void {
  try {
    session.setActionHandler(action, handler);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
  }
}
