import type { Deck } from '@/dj/deck/deck';
import { t } from '@/i18n/desk';
import { toast } from '@/ui/toast/toast-store';

/** Says that the browser could not load what shifts the key. */
export const shiftFailed = () => toast({ title: t('desk.keyLockFailed') });

/** Turns the key lock of a deck on or off. */
export const toggleKeyLock = (deck: Deck): void => void deck.setKeyLock(!deck.get().keyLock).catch(shiftFailed);
