import { Sparkles } from 'lucide-react';
import { useState } from 'react';
import type { Deck } from '@/dj/deck';
import { t } from '@/i18n/desk';
import { time } from '@/lib/format';
import { Pad } from './controls';
import { keyOfCue } from './desk-keys';
import { useWatched } from './use-watched';

/** Eight places to jump to: a free one is set where the deck is. */
export function HotCues({ deck, index }: { deck: Deck; index: number }) {
  const { track, hotCues } = useWatched(deck);
  const [isClearing, setClearing] = useState(false);
  const press = (cue: number) => {
    if (isClearing) deck.clearHotCue(cue);
    else deck.hotCue(cue);
  };
  return (
    <fieldset className="desk-cues">
      <legend className="sr-only">{t('desk.hotCues')}</legend>
      {hotCues.map((at, i) => (
        <Pad
          // biome-ignore lint/suspicious/noArrayIndexKey: the places stay
          key={i}
          data-key={keyOfCue(i, index)}
          data-set={at !== null || undefined}
          data-clearing={(isClearing && at !== null) || undefined}
          disabled={!track}
          aria-label={at === null ? t('desk.hotCue', { n: i + 1 }) : t('desk.hotCueAt', { n: i + 1, at: time(at) })}
          onClick={() => press(i)}
        >
          {at === null ? i + 1 : time(at)}
        </Pad>
      ))}
      <Pad className="desk-wide" disabled={!track?.cues.length} data-tooltip={t('desk.smartHint')} onClick={() => deck.smartCues()}>
        <Sparkles size={13} aria-hidden />
        {t('desk.smart')}
      </Pad>
      <Pad
        className="desk-wide"
        pressed={isClearing}
        data-tooltip={t('desk.clearHint')}
        disabled={!track}
        onClick={() => setClearing(!isClearing)}
      >
        {t('desk.clear')}
      </Pad>
    </fieldset>
  );
}
