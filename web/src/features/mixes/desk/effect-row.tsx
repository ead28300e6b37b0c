import type { Deck } from '@/dj/deck';
import { EFFECTS } from '@/dj/effect';
import { t } from '@/i18n/desk';
import { Fader, Pad } from './controls';
import { useWatched } from './use-watched';

/** The deck's effect and how much of it. */
export function EffectRow({ deck }: { deck: Deck }) {
  const { effect, amount } = useWatched(deck);
  return (
    <fieldset className="desk-effects">
      <legend className="sr-only">{t('desk.effect')}</legend>
      {EFFECTS.filter((kind) => kind !== 'off').map((kind) => (
        <Pad key={kind} pressed={effect === kind} onClick={() => deck.setEffect(effect === kind ? 'off' : kind)}>
          {t(`desk.effect.${kind}`)}
        </Pad>
      ))}
      <Fader across label={t('desk.amount')} value={amount} rest={40} onChange={(value) => deck.setAmount(value)} />
    </fieldset>
  );
}
