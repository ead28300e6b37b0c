import type { Track } from '@/api/types';
import type { Deck } from '@/dj/deck/deck';
import { fromFile, fromLibrary } from '@/dj/deck/loading';
import type { Desk } from '@/dj/desk';
import { offerTo } from '../library/offer';

export const loadTrack = (desk: Desk, deck: Deck, track: Track) => offerTo(desk, deck, track.title, fromLibrary(track));
export const loadFile = (desk: Desk, deck: Deck, file: File) => offerTo(desk, deck, file.name, fromFile(file));
