import { ApiError } from '@/api/error';
import type { Clock } from '@/audio/clock';
import { isStream } from '@/audio/stream-address';
import { language } from '@/i18n/t';

/** Why an item cannot be played. */
export type Failure = 'missing' | 'denied' | 'notIncluded' | 'planLimit' | 'unsupported' | 'offline' | 'unavailable';

/** How the server answers for a media file: the status, 0 without a response, and what it says about a refusal. */
export type Answer = { status: number; code?: string | undefined; detail?: string | undefined };

/** What to do after a media error: retry later, or give up. */
export type Remedy = { kind: 'retry' } | { kind: 'fail'; reason: Failure; detail?: string | undefined };

/** What became of an attempt to renew the session: visitor: nobody is signed in; ended: it was refused; away: the server cannot be asked now. */
export type Renewal = 'renewed' | 'visitor' | 'ended' | 'away';

/** Delays between attempts to reconnect in milliseconds: a minute and a half in total, in which a server can restart. */
const BACK_OFF = [1000, 2000, 4000, 8000, 15_000, 15_000, 15_000, 30_000] as const;

/** The delay between attempts for a station that is off for longer. */
const STATION_WAIT = 30_000;

/** The same for a station that the server reports as off: an event announces its return. */
const STATION_OFF = [3000, 15_000] as const;

/** Attempts after which a station counts as gone or unplayable. */
const STATION_TRIES = 3;

/** A buffer that stays empty for this long counts as a lost connection. */
export const STALL_LIMIT = 15_000;

export const MEDIA_ERR_NETWORK = 2;

/**
 * Classifies a media error. The element only reports that it failed, so the server is asked for the same URL:
 * code is the element's MediaError.code.
 */
export function judge({ status, code: why, detail }: Answer, code: number): Remedy {
  if (status === 403 && why === 'plan_required') return { kind: 'fail', reason: 'notIncluded', detail };
  if (status === 403 && why === 'plan_limit') return { kind: 'fail', reason: 'planLimit', detail };
  if (status === 401 || status === 403) return { kind: 'fail', reason: 'denied' };
  if (status === 404 || status === 410) return { kind: 'fail', reason: 'missing' };
  if (status === 0 || status >= 500 || status === 408 || status === 429) return { kind: 'retry' };
  if (code === MEDIA_ERR_NETWORK) return { kind: 'retry' };
  return { kind: 'fail', reason: 'unsupported' };
}

/** Whether another plan would play it. */
export const isAboutPlan = (reason: Failure) => reason === 'notIncluded' || reason === 'planLimit';

/** Answers that stay the same however often the server is asked. */
const REFUSALS: readonly Failure[] = ['denied', 'notIncluded', 'planLimit'];

/** Whether an expired cookie may be the cause: without one, the server does not say that a track of members exists. */
const mayBeExpired = (status: number) => status === 401 || status === 404;

/** Requests one byte of the media file; of a stream, which has no first byte, none. */
export async function probeMedia(url: string): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method: isStream(url) ? 'HEAD' : 'GET',
      headers: { 'Accept-Language': language(), Range: 'bytes=0-0' },
      cache: 'no-store',
      credentials: 'same-origin',
    });
    const { status, statusText } = response;
    if (status === 403) {
      const { code, detail } = new ApiError(status, await response.text(), statusText);
      return { status, code, detail };
    }
    await response.body?.cancel();
    return { status };
  } catch {
    return { status: 0 };
  }
}

type World = {
  clock: Clock;
  /** How the server answers for a media file. */
  probe: (url: string) => Promise<Answer>;
  /** Renews the session and its cookie. */
  renew: () => Promise<Renewal>;
};

type Actions = { retry: () => void; fail: (reason: Failure, detail?: string) => void };

/** Recovers a failed item: finds the cause, renews the session once, retries with growing delays, or gives up. */
export class Recovery {
  readonly #world: World;
  readonly #actions: Actions;
  #attempts = 0;
  #isRenewed = false;
  #cancelTimer = () => {};
  /** Set while a retry is scheduled. */
  #waiting = false;
  /** Responses that arrive after a cancel belong to an earlier run and are dropped. */
  #run = 0;

  constructor(world: World, actions: Actions) {
    this.#world = world;
    this.#actions = actions;
  }

  /** code is the element's MediaError.code. */
  async handle(url: string, code: number): Promise<void> {
    const run = ++this.#run;
    const answer = await this.#world.probe(url);
    if (run !== this.#run) return;
    const { status } = answer;
    const renewal = mayBeExpired(status) && !this.#isRenewed ? await this.#world.renew() : null;
    if (run !== this.#run) return;
    const endless = isStream(url);
    if (renewal === 'away') return this.#retryLater(endless, status);
    if (renewal === 'ended') return this.#giveUp('denied');
    if (renewal !== 'renewed') return this.#follow(judge(answer, code), endless, status);
    this.#isRenewed = true;
    this.#actions.retry();
  }

  /** The network is available again: retry now. */
  hurry(): void {
    if (this.#waiting) this.#retry();
  }

  /** It plays again, or the listener moved on. */
  cancel(): void {
    this.#run++;
    this.#attempts = 0;
    this.#isRenewed = false;
    this.#waiting = false;
    this.#cancelTimer();
  }

  #follow(remedy: Remedy, endless: boolean, status: number): void {
    const mayCome = endless && this.#attempts < STATION_TRIES && remedy.kind === 'fail' && !REFUSALS.includes(remedy.reason);
    if (mayCome || remedy.kind === 'retry') this.#retryLater(endless, status);
    else this.#giveUp(remedy.reason, remedy.detail);
  }

  #retryLater(endless: boolean, status: number): void {
    const pauses = endless && status === 503 ? STATION_OFF : BACK_OFF;
    const pause = pauses[this.#attempts] ?? (endless ? STATION_WAIT : undefined);
    if (pause === undefined) {
      this.#giveUp('offline');
      return;
    }
    this.#attempts++;
    this.#waiting = true;
    this.#cancelTimer = this.#world.clock.after(pause, () => this.#retry());
  }

  #retry(): void {
    this.#waiting = false;
    this.#cancelTimer();
    this.#actions.retry();
  }

  #giveUp(reason: Failure, detail?: string): void {
    this.cancel();
    this.#actions.fail(reason, detail);
  }
}
