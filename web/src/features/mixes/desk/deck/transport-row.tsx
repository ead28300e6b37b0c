import { Pause, Play } from 'lucide-react';
import type { Deck } from '@/dj/deck/deck';
import { whyNoBeat } from '@/dj/deck/no-beat';
import type { Desk } from '@/dj/desk';
import { t } from '@/i18n/desk';
import { keyOf } from '../control/key-map';
import { Hold, Pad } from '../controls';
import { useWatched } from '../use-watched';

/** Cue, play, and how the deck plays. */
export function TransportRow({ desk, deck, index }: { desk: Desk; deck: Deck; index: number }) {
  const { track, isPlaying, cue, sync, quantise, slip, vinyl } = useWatched(deck);
  const { leader } = useWatched(desk);
  const others = desk.decks.filter((other) => other !== deck);
  useWatched(others[0] ?? deck); // what the others hold decides whether this one can follow
  const noSync = desk.whyNoSync(deck);
  const noBeat = whyNoBeat(deck);
  const empty = track ? undefined : t('desk.why.empty');
  return (
    <div className="desk-transport">
      <Hold
        className="desk-round"
        data-key={keyOf('cue', index)}
        data-set={cue !== null || undefined}
        why={empty}
        onHold={() => deck.mainCue.press()}
        onLetGo={() => deck.mainCue.release()}
      >
        {t('desk.cue')}
      </Hold>
      <button
        type="button"
        className="desk-round desk-play"
        data-key={keyOf('play', index)}
        data-playing={isPlaying || undefined}
        aria-label={t(isPlaying ? 'desk.pause' : 'desk.play')}
        disabled={!track}
        data-tooltip={empty}
        aria-description={empty}
        onClick={() => desk.toggle(deck)}
      >
        {isPlaying ? <Pause size={22} aria-hidden className="fill-current" /> : <Play size={22} aria-hidden className="fill-current" />}
      </button>
      <div className="desk-switches">
        <Pad
          data-key={keyOf('sync', index)}
          pressed={sync}
          why={noSync && !sync ? t(`desk.why.${noSync}`) : null}
          onClick={() => desk.toggleSync(deck)}
        >
          {t('desk.sync')}
        </Pad>
        <Pad data-key={keyOf('quantise', index)} pressed={quantise} onClick={() => deck.set({ quantise: !quantise })}>
          {t('desk.quantise')}
        </Pad>
        <Pad
          data-key={keyOf('leader', index)}
          pressed={leader === deck}
          data-tooltip={t('desk.leaderHint')}
          why={noBeat && t(`desk.why.${noBeat}`)}
          onClick={() => desk.setLeader(leader === deck ? null : deck)}
        >
          {t('desk.leader')}
        </Pad>
        <Pad pressed={vinyl} data-tooltip={t('desk.vinylHint')} onClick={() => deck.setVinyl(!vinyl)}>
          {t('desk.vinyl')}
        </Pad>
        <Pad data-key={keyOf('slip', index)} pressed={slip} onClick={() => deck.set({ slip: !slip })}>
          {t('desk.slip')}
        </Pad>
        <Pad data-key={keyOf('setCue', index)} why={empty} onClick={() => deck.mainCue.set()}>
          {t('desk.setCue')}
        </Pad>
      </div>
    </div>
  );
}
