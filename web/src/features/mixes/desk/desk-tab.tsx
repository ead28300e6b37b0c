import { useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { growing } from '@/api/tus/growing';
import { browserClock } from '@/audio/clock';
import { Desk } from '@/dj/desk';
import { Recorder } from '@/dj/recorder';
import { openRecordings } from '@/dj/recordings';
import { Sender } from '@/dj/sender';
import { t } from '@/i18n/desk';
import { storage } from '@/lib/storage';
import { usePlayer } from '@/player/view/use-player';
import { DeckPanel } from './deck-panel';
import { KEYS, useDeskKeys } from './desk-keys';
import { GenerateCard } from './generate-card';
import { LibraryPanel } from './library-panel';
import { MixerPanel } from './mixer-panel';
import { RecordBar } from './record-bar';
import { Waves } from './waves';
import './desk.css';

/** Opus, the form of recordings, knows this rate. */
const RATE = 48_000;

let opened: { desk: Desk; recorder: Recorder } | null = null;

/** The desk of this page: what is loaded stays while one looks at something else. */
function theDesk() {
  if (!opened) {
    const clock = browserClock();
    const desk = new Desk(new AudioContext({ sampleRate: RATE, latencyHint: 'interactive' }), clock, storage);
    opened = { desk, recorder: new Recorder(desk, new Sender(growing, openRecordings, clock)) };
  }
  return opened;
}

/** The DJ desk: two decks, a mixer, and the library. */
export function DeskTab() {
  const { desk, recorder } = useMemo(theDesk, []);
  const search = useSearch({ strict: false });
  useDeskKeys(desk);
  useQuietElsewhere(desk);
  return (
    <div className="desk" data-tool={search.tool}>
      <RecordBar recorder={recorder} context={desk.context} />
      <Waves desk={desk} />
      <div className="desk-decks">
        {desk.decks.map((deck, i) => (
          <DeckPanel key={i === 0 ? 'a' : 'b'} desk={desk} deck={deck} index={i} />
        ))}
        <MixerPanel desk={desk} />
      </div>
      <GenerateCard desk={desk} focused={search.tool === 'mix'} />
      <LibraryPanel desk={desk} />
      <KeyList />
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

const ACTS = { play: 'desk.play', cue: 'desk.cue', sync: 'desk.sync', loop: 'desk.in' } as const;

function KeyList() {
  return (
    <details className="desk-keys">
      <summary>{t('desk.keys')}</summary>
      <dl>
        {(['play', 'cue', 'sync'] as const).map((act) => (
          <div key={act}>
            <dt>{t(ACTS[act])}</dt>
            <dd>{t('desk.keysOf', { a: KEYS[act][0], b: KEYS[act][1] })}</dd>
          </div>
        ))}
        <div>
          <dt>{t('desk.loop', { size: '' })}</dt>
          <dd>{t('desk.keysOf', { a: KEYS.loop[0], b: KEYS.loop[1] })}</dd>
        </div>
        <div>
          <dt>{t('desk.hotCues')}</dt>
          <dd>{t('desk.keysOf', { a: '1–4', b: '7–0' })}</dd>
        </div>
      </dl>
    </details>
  );
}
