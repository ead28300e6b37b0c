import { useSearch } from '@tanstack/react-router';
import { Keyboard, SlidersVertical } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { growing } from '@/api/tus/growing';
import { browserClock } from '@/audio/clock';
import { Desk } from '@/dj/desk';
import { Microphone } from '@/dj/microphone';
import { MIDI_ON } from '@/dj/midi/remembered';
import { Recorder } from '@/dj/recorder';
import { openRecordings } from '@/dj/recordings';
import { Sender } from '@/dj/sender';
import { t } from '@/i18n/desk';
import { storage } from '@/lib/storage';
import { usePlayer } from '@/player/view/use-player';
import { Pad } from './controls';
import { DeckPanel } from './deck-panel';
import { useDeskKeys } from './desk-keys';
import { GenerateCard } from './generate-card';
import { LibraryPanel } from './library-panel';
import { MixerPanel } from './mixer-panel';
import { RecordBar } from './record-bar';
import { Waves } from './waves';
import './desk.css';

const AirBar = lazy(() => import('./air-bar').then((m) => ({ default: m.AirBar })));
const MidiDialog = lazy(() => import('./midi-dialog').then((m) => ({ default: m.MidiDialog })));

/** A rate that Opus, the codec of recordings, supports. */
const RATE = 48_000;

let opened: { desk: Desk; recorder: Recorder; microphone: Microphone } | null = null;

/** The desk of this page: what is loaded stays while one looks at something else. */
function theDesk() {
  if (!opened) {
    const clock = browserClock();
    const desk = new Desk(new AudioContext({ sampleRate: RATE, latencyHint: 'interactive' }), clock, storage);
    const recorder = new Recorder(desk, new Sender(growing, openRecordings, clock));
    opened = { desk, recorder, microphone: new Microphone(desk.mixer, clock) };
  }
  return opened;
}

/** The DJ desk: two decks, a mixer, and the library. */
export function DeskTab() {
  const { desk, recorder, microphone } = useMemo(theDesk, []);
  const search = useSearch({ strict: false });
  const [showsKeys, setShowsKeys] = useState(false);
  useDeskKeys(desk);
  useQuietElsewhere(desk);
  return (
    <div className="desk" data-tool={search.tool} data-keys={showsKeys || undefined}>
      <RecordBar recorder={recorder} context={desk.context}>
        <Tools desk={desk} showsKeys={showsKeys} onKeys={setShowsKeys} />
      </RecordBar>
      <Suspense>
        <AirBar desk={desk} />
      </Suspense>
      <Waves desk={desk} />
      <div className="desk-decks">
        {desk.decks.map((deck, i) => (
          <DeckPanel key={i === 0 ? 'a' : 'b'} desk={desk} deck={deck} index={i} />
        ))}
        <MixerPanel desk={desk} microphone={microphone} />
      </div>
      <GenerateCard desk={desk} focused={search.tool === 'mix'} />
      <LibraryPanel desk={desk} />
    </div>
  );
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

/** Shows the keys on the controls, and opens the settings of controllers. */
function Tools({ desk, showsKeys, onKeys }: { desk: Desk; showsKeys: boolean; onKeys: (shown: boolean) => void }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (storage.get(MIDI_ON) !== null) void import('./midi-dialog').then(({ theMidi }) => theMidi(desk).connect());
  }, [desk]);
  return (
    <>
      <Pad pressed={showsKeys} onClick={() => onKeys(!showsKeys)}>
        <Keyboard size={15} aria-hidden />
        {t('desk.keys')}
      </Pad>
      <Pad onClick={() => setOpen(true)}>
        <SlidersVertical size={15} aria-hidden />
        {t('desk.midi')}
      </Pad>
      {isOpen && (
        <Suspense>
          <MidiDialog desk={desk} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
