import { Repeat, SkipBack, SkipForward } from 'lucide-react';
import type { Deck } from '@/dj/deck/deck';
import { LOOP_SIZES, sizeLabel } from '@/dj/deck/loop';
import { whyNoBeat } from '@/dj/deck/no-beat';
import { t } from '@/i18n/desk';
import { keyOf } from '../control/key-map';
import { Hold, Pad } from '../controls';
import { useWatched } from '../use-watched';

/** Loops and beat jumps. */
export function LoopRow({ deck, index }: { deck: Deck; index: number }) {
  const { track, loop, lastLoop, loopIn, loopSize, jumpSize, isPlaying } = useWatched(deck);
  const size = sizeLabel(loopSize);
  const jump = sizeLabel(jumpSize);
  // In a loop, a jump takes the loop along.
  const move = (direction: 1 | -1) => (loop ? deck.loops.shift(direction) : deck.jump(direction * jumpSize));
  const empty = track ? null : t('desk.why.empty');
  const noBeat = whyNoBeat(deck);
  const noJump = noBeat && !loop ? t(`desk.why.${noBeat}`) : null;
  return (
    <div className="desk-loops">
      <Pad data-key={keyOf('halve', index)} aria-label={t('desk.halve')} onClick={() => deck.loops.scale(-1)}>
        ½×
      </Pad>
      <Pad data-key={keyOf('loop', index)} className="desk-wide" pressed={loop !== null} why={empty} onClick={() => deck.loops.toggle()}>
        {t('desk.loop', { size })}
      </Pad>
      <Pad data-key={keyOf('double', index)} aria-label={t('desk.double')} onClick={() => deck.loops.scale(1)}>
        2×
      </Pad>
      <Pad data-key={keyOf('in', index)} why={empty} onClick={() => deck.loops.in()}>
        {t('desk.in')}
      </Pad>
      <Pad data-key={keyOf('out', index)} why={empty ?? (loopIn === null ? t('desk.why.noIn') : null)} onClick={() => deck.loops.out()}>
        {t('desk.out')}
      </Pad>
      <Hold
        className="desk-pad desk-roll"
        data-key={keyOf('roll', index)}
        data-tooltip={t('desk.rollHint')}
        why={empty ?? (isPlaying ? null : t('desk.why.paused'))}
        onHold={() => deck.loops.startRoll()}
        onLetGo={() => deck.loops.endRoll()}
      >
        {t('desk.roll')}
      </Hold>
      <Pad
        data-key={keyOf('reloop', index)}
        aria-label={t('desk.reloop')}
        data-tooltip={t('desk.reloop')}
        why={empty ?? (loop || lastLoop ? null : t('desk.why.noLoop'))}
        onClick={() => deck.loops.reloop()}
      >
        <Repeat size={14} aria-hidden />
      </Pad>
      <Pad
        data-key={keyOf('back', index)}
        aria-label={loop ? t('desk.loopBack') : t('desk.back', { size: jump })}
        why={noJump}
        onClick={() => move(-1)}
      >
        <SkipBack size={14} aria-hidden />
      </Pad>
      <select
        className="desk-pad desk-jump"
        aria-label={t('desk.jumpSize')}
        value={jumpSize}
        onChange={({ target }) => deck.set({ jumpSize: Number(target.value) })}
      >
        {LOOP_SIZES.map((beats) => (
          <option key={beats} value={beats}>
            {sizeLabel(beats)}
          </option>
        ))}
      </select>
      <Pad
        data-key={keyOf('forward', index)}
        aria-label={loop ? t('desk.loopForward') : t('desk.forward', { size: jump })}
        why={noJump}
        onClick={() => move(1)}
      >
        <SkipForward size={14} aria-hidden />
      </Pad>
    </div>
  );
}
