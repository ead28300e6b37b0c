import type { QueryClient } from '@tanstack/react-query';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import type { AutomixPair } from '@/api/types';
import { fromLibrary } from '@/dj/deck/loading';
import { fromSample, SAMPLES } from '@/dj/deck/samples';
import type { Desk, Load } from '@/dj/desk';
import { t } from '@/i18n/desk';
import { fromComposer, type Wanted } from './from-composer';
import { offerAll } from './offer';
import { type Filled, filledText, wantedText } from './pair-text';

type Pick = AutomixPair['decks'][number];
/** Who composes, and where to say what happens. */
type Helpers = { client: QueryClient; isSignedIn: boolean; say: (words: string) => void };

type Filling = Filled & { load: Load };

/**
 * Fills the first two decks with what the server chooses for some words: tracks of the library that fit, and pieces by the composer
 * where none does. Without the composer it takes the nearest tracks, and samples where there are none. Returns what it did, in words.
 */
export async function fill(desk: Desk, prompt: string, helpers: Helpers): Promise<string> {
  const answer = await request('/api/automixes/pair', { query: { prompt } }).catch(() => null);
  const fillings = SAMPLES.map((sample, i) => {
    const pick = answer?.decks[i];
    return pick?.wanted ? composed(pick.wanted, nearest(sample, pick), helpers) : nearest(sample, pick);
  });
  const wanted = answer?.decks.map((pick, i) => (pick.wanted ? wantedText(pick.wanted, i) : '')).filter(Boolean) ?? [];
  if (wanted.length > 0 && helpers.isSignedIn) helpers.say(wanted.join(' '));
  const all = desk.decks.slice(0, fillings.length).map((deck, i) => ({ deck, filling: fillings[i] as Filling }));
  const isDone = await offerAll(
    desk,
    all.map(({ deck, filling: { title, load } }) => ({ deck, title, load })),
  );
  if (!isDone) return '';
  return answer ? filledText(answer, fillings) : t('desk.ai.unreachable');
}

/** The nearest track of the library, or a sample. */
function nearest(sample: (typeof SAMPLES)[number], pick: Pick | undefined): Filling {
  if (pick?.track) return { title: pick.track.title, load: fromLibrary(pick.track), from: 'library' };
  const title = t('desk.ai.sample', { bpm: sample.bpm });
  return { title, load: fromSample(sample, title), from: 'sample' };
}

/** A new piece, or else the nearest track. */
function composed(wanted: Wanted, nearest: Filling, { client, isSignedIn }: Helpers): Filling {
  const filling: Filling = { ...nearest };
  filling.load = async (context, into, signal) => {
    try {
      if (!isSignedIn) throw new Error(t('desk.ai.signIn'));
      const loaded = await fromComposer(client, wanted)(context, into, signal);
      filling.from = 'composer';
      filling.title = loaded.track.title;
      return loaded;
    } catch (error) {
      signal.throwIfAborted();
      console.warn('Nothing was composed', error);
      filling.trouble = messageOf(error, t('desk.ai.stopped'), ['detail', 'non_field_errors', 'prompt']);
      return nearest.load(context, into, signal);
    }
  };
  return filling;
}
