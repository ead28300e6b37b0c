import { Pause, Play, Repeat, Repeat1, Shuffle, SkipBack, SkipForward } from 'lucide-react';
import { t } from '@/i18n/t';
import { cn } from '@/lib/cn';
import { nextRepeat } from '@/player/engine/keyboard';
import { IconButton } from '@/ui/icon-button';
import { Spinner } from '@/ui/spinner';
import { useEngine, usePlayerState } from './use-player';

type PlayButtonProps = { size: 'md' | 'lg'; plain?: boolean; className?: string };

/** Play and pause, with a ring while loading. plain: without the disc, as on the phone's card. */
export function PlayButton({ size, plain = false, className }: PlayButtonProps) {
  const engine = useEngine();
  const isPlaying = usePlayerState((player) => player.isPlaying);
  const waits = usePlayerState(({ state }) => state === 'loading' || state === 'reconnecting');
  const Icon = isPlaying ? Pause : Play;
  return (
    <button
      type="button"
      data-slot="play-button"
      aria-label={isPlaying ? t('player.pause') : t('player.play')}
      onClick={() => engine.toggle()}
      className={cn(
        'relative grid shrink-0 place-items-center rounded-full transition active:scale-95',
        plain ? 'size-11 text-fg' : 'bg-fg text-bg hover:scale-105',
        !plain && (size === 'lg' ? 'size-16' : 'size-10'),
        className,
      )}
    >
      <Icon size={size === 'lg' ? 28 : plain ? 24 : 18} className="fill-current" strokeWidth={isPlaying ? 1 : 2} aria-hidden />
      {waits && (
        <span aria-hidden className="absolute -inset-1 grid animate-[fade-in_200ms_300ms_both] place-items-center text-accent">
          <Spinner size={size === 'lg' ? 72 : 48} />
        </span>
      )}
    </button>
  );
}

/** Shuffle, previous, play, next, repeat; a station is neither shuffled nor repeated. */
export function Transport({ size, className }: { size: 'md' | 'lg'; className?: string }) {
  const engine = useEngine();
  const queue = usePlayerState((player) => player.queue);
  const live = queue.current?.details.live ?? false;
  const repeatLabel = { off: t('player.repeatOff'), all: t('player.repeatAll'), one: t('player.repeatOne') }[queue.repeat];
  return (
    <div
      data-slot="transport"
      className={cn('flex items-center', size === 'md' ? 'gap-1' : live ? 'justify-center gap-6' : 'justify-between', className)}
    >
      {!live && (
        <IconButton
          label={t('player.shuffle')}
          icon={Shuffle}
          aria-pressed={queue.shuffle}
          onClick={() => engine.setShuffle(!queue.shuffle)}
        />
      )}
      <IconButton
        label={t('player.previous')}
        icon={SkipBack}
        size={size}
        iconClassName="fill-current"
        data-at-start={queue.previous() ? undefined : ''}
        className="data-[at-start]:opacity-60"
        onClick={() => engine.previous()}
      />
      <PlayButton size={size} className="mx-1.5" />
      <IconButton
        label={t('player.next')}
        icon={SkipForward}
        size={size}
        iconClassName="fill-current"
        disabled={!queue.next() || (live && queue.next()?.current === queue.current)}
        onClick={() => engine.next()}
      />
      {!live && (
        <IconButton
          label={repeatLabel}
          icon={queue.repeat === 'one' ? Repeat1 : Repeat}
          aria-pressed={queue.repeat !== 'off'}
          onClick={() => engine.setRepeat(nextRepeat(queue.repeat))}
        />
      )}
    </div>
  );
}
