import { useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useHeldSession, useSession } from '@/api/auth/session';
import { messageOf } from '@/api/error';
import { growing } from '@/api/tus/growing';
import type { Events } from '@/api/types';
import { browserClock } from '@/audio/clock';
import { History } from '@/dj/choose/history';
import { Prepared } from '@/dj/choose/prepared';
import { Desk } from '@/dj/desk';
import { KeptDecks } from '@/dj/kept/kept-decks';
import { Microphone } from '@/dj/mixer/microphone';
import { Recorder } from '@/dj/recording/recorder';
import { openRecordings } from '@/dj/recording/recordings';
import { Sender } from '@/dj/recording/sender';
import { t } from '@/i18n/desk';
import { storage } from '@/lib/storage';
import { usePlayer } from '@/player/view/use-player';
import { holdParts, part } from '@/ui/part/part';
import { toast } from '@/ui/toast/toast-store';
import { useDeskKeys } from './control/desk-keys';
import { keyMap } from './control/key-map';
import { Tools } from './control/tools';
import { Decks } from './deck/decks';
import { SoundState } from './deck/sound-state';
import { OfferDialog } from './library/offer-dialog';
import { MixerPanel } from './mixer/mixer-panel';
import { RecordBar } from './recording/record-bar';
import { SessionState } from './session-state';
import { useLinkedTrack } from './use-linked-track';
import { useWatched } from './use-watched';
import { Waves } from './waves/waves';
import './desk.css';

const AICard = part(() => import('./effects/ai-card').then((m) => m.AICard));
const AirBar = part(() => import('./recording/air-bar').then((m) => m.AirBar));
const AutoBar = part(() => import('./auto/auto-bar').then((m) => m.AutoBar));
const GenerateCard = part(() => import('./library/generate-card').then((m) => m.GenerateCard));
const LibraryPanel = part(() => import('./library/library-panel').then((m) => m.LibraryPanel));

/** A rate that Opus, the codec of recordings, supports. */
const RATE = 48_000;

type Opened = { desk: Desk; recorder: Recorder; microphone: Microphone; prepared: Prepared; history: History; kept: KeptDecks };
let opened: Opened | null = null;

/** The desk of this page: what is loaded stays while one looks at something else. */
function theDesk(): Opened {
  if (!opened) {
    const clock = browserClock();
    const desk = new Desk(new AudioContext({ sampleRate: RATE, latencyHint: 'interactive' }), clock, storage);
    keepMarks(desk);
    const recorder = new Recorder(desk, new Sender(growing, openRecordings, clock));
    const [prepared, history] = [new Prepared(storage), new History(desk, clock, storage)];
    const kept = new KeptDecks(desk, clock, storage);
    addEventListener('pagehide', () => kept.keep());
    opened = { desk, recorder, microphone: new Microphone(desk.mixer, clock), prepared, history, kept };
  }
  return opened;
}

/** Sends marks that an earlier visit could not, and follows those of other tabs. */
function keepMarks({ marks }: Desk) {
  marks.onRefused = (error) => toast({ title: messageOf(error, t('desk.marksRefused')) });
  marks.resume();
  addEventListener('sonora-marks', (event) => marks.stale((event as CustomEvent<Events['marks']>).detail.trackIds));
}

/** The DJ desk: two or four decks, a mixer, and the library. */
export function DeskTab() {
  const open = useMemo(theDesk, []);
  const { desk, recorder, microphone, prepared, history } = open;
  const search = useSearch({ strict: false });
  const { isOnControls } = useWatched(keyMap);
  useSyncExternalStore(desk.subscribe, () => desk.get().shown); // everything below depends on which decks are in use
  useDeskKeys(desk);
  useEffect(holdParts, []); // a set goes on without the server
  useHeldSession(); // and without a session
  useQuietElsewhere(desk);
  useOwner(open);
  useLinkedTrack(desk);
  return (
    <div className="desk" data-tool={search.tool} data-keys={isOnControls || undefined}>
      <RecordBar recorder={recorder} context={desk.context}>
        <Tools desk={desk} />
      </RecordBar>
      <SessionState />
      <AirBar desk={desk} />
      <SoundState desk={desk} />
      <Waves desk={desk} />
      <Decks desk={desk}>
        <MixerPanel desk={desk} microphone={microphone} />
      </Decks>
      <div className="desk-helpers">
        <AICard desk={desk} />
        <AutoBar desk={desk} prepared={prepared} />
      </div>
      <GenerateCard desk={desk} focused={search.tool === 'mix'} />
      <LibraryPanel desk={desk} prepared={prepared} history={history} />
      <OfferDialog desk={desk} />
    </div>
  );
}

/** What is prepared, was played and is on the decks belongs to the account that is signed in. */
function useOwner({ prepared, history, kept }: Opened) {
  const { status, user } = useSession();
  useEffect(() => {
    if (status === 'loading') return;
    for (const own of [prepared, history, kept]) own.use(user?.id ?? '');
  }, [status, user?.id, prepared, history, kept]);
}

/** While the desk plays, the player is silent, and the other way round; leaving the page pauses the desk. */
function useQuietElsewhere(desk: Desk) {
  const { isPlaying, pause } = usePlayer();
  const deskPlays = useSyncExternalStore(desk.watchDecks, desk.isPlaying);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when one of them starts
  useEffect(() => {
    if (deskPlays) pause();
  }, [deskPlays]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when one of them starts
  useEffect(() => {
    if (isPlaying) desk.pause();
  }, [isPlaying]);
  useEffect(() => () => desk.pause(), [desk]);
}
