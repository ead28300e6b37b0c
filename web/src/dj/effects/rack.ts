import type { Clock } from '@/audio/clock';
import type { Deck } from '../deck/deck';
import { following } from './follow';
import { Slot } from './slot';

/** The effects of a deck: two slots, one after the other, between the filter and the volume fader. */
export class Rack {
  readonly slots: readonly [Slot, Slot];

  constructor(context: BaseAudioContext, deck: Deck, clock: Clock) {
    const follow = following(deck, context);
    const input = context.createGain();
    const first = new Slot(context, input, follow, clock, 'echo');
    const second = new Slot(context, first.output, follow, clock, 'reverb');
    this.slots = [first, second];
    deck.channel.insert(input, second.output);
  }
}
