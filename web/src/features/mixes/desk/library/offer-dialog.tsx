import type { Desk } from '@/dj/desk';
import { t } from '@/i18n/desk';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { deckLetter } from '../deck/deck-letter';
import { useWatched } from '../use-watched';
import { offered } from './offer';

/** Asks before a track on air is replaced. */
export function OfferDialog({ desk }: { desk: Desk }) {
  const { offer } = useWatched(offered);
  const close = () => offered.set({ offer: null });
  const keep = () => {
    offer?.keep?.();
    close();
  };
  const onAir = offer && desk.decks[offer.deck]?.get().track?.title;
  if (!offer) return null;
  const letter = deckLetter(offer.deck);
  return (
    <Dialog
      open
      onOpenChange={keep}
      title={offer.others ? t('desk.offer.both') : t('desk.offer.title', { letter })}
      description={t('desk.offer.text', { title: onAir ?? '' })}
    >
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="ghost" onClick={keep}>
          {t('desk.offer.keep')}
        </Button>
        <Button
          variant="danger"
          onClick={() => {
            offer.load();
            close();
          }}
        >
          {offer.others ? t('desk.offer.replaceBoth') : t('desk.offer.replace', { title: offer.title })}
        </Button>
      </div>
    </Dialog>
  );
}
