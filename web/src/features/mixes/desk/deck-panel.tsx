import { Headphones, Minus, Pause, Play, Plus, RotateCcw, SkipBack, SkipForward, Upload } from 'lucide-react';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import type { Track } from '@/api/types';
import { type Deck, MAX_PITCH, PITCH_STEP } from '@/dj/deck';
import type { Desk } from '@/dj/desk';
import { fromFile, fromLibrary } from '@/dj/loading';
import { sizeLabel } from '@/dj/loop';
import { levelOf } from '@/dj/mixer';
import { t } from '@/i18n/desk';
import { time } from '@/lib/format';
import { Cover } from '@/ui/cover';
import { dropTracks } from '@/ui/dnd/dnd';
import { Spinner } from '@/ui/spinner';
import { toast } from '@/ui/toast/toast-store';
import { Fader, Hold, Knob, Pad } from './controls';
import { keyOf } from './desk-keys';
import { EffectRow } from './effect-row';
import { HotCues } from './hot-cues';
import { Overview } from './overview';
import { useFrame, useWatched } from './use-watched';

type DeckProps = { desk: Desk; deck: Deck; index: number };

export const loadTrack = (desk: Desk, deck: Deck, track: Track) => void desk.load(deck, track.title, fromLibrary(track));
const loadFile = (desk: Desk, deck: Deck, file: File) => void desk.load(deck, file.name, fromFile(file));

/** A deck with its strip of the mixer. */
export function DeckPanel({ desk, deck, index }: DeckProps) {
  const { panel, over } = useDrops(desk, deck);
  return (
    <section
      ref={panel}
      aria-label={t(index === 0 ? 'desk.a' : 'desk.b')}
      className="desk-deck"
      data-deck={index}
      data-over={over || undefined}
      onDragOver={(event) => hasFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files;
        if (!file) return;
        event.preventDefault();
        event.stopPropagation(); // elsewhere, a file is uploaded
        loadFile(desk, deck, file);
      }}
    >
      <PitchStrip desk={desk} deck={deck} index={index} />
      <div className="desk-main">
        <Head desk={desk} deck={deck} />
        <Overview deck={deck} />
        <HotCues deck={deck} index={index} />
        <Loops deck={deck} index={index} />
        <Transport desk={desk} deck={deck} index={index} />
        <EffectRow deck={deck} />
      </div>
      <Strip deck={deck} />
    </section>
  );
}

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files');

function useDrops(desk: Desk, deck: Deck) {
  const panel = useRef<HTMLElement>(null);
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!panel.current) return;
    return dropTracks(panel.current, {
      onEnter: () => setOver(true),
      onLeave: () => setOver(false),
      onDrop: ([track]) => track && loadTrack(desk, deck, track),
    });
  }, [desk, deck]);
  return { panel, over };
}

/** What is on the deck, and its figures. */
function Head({ desk, deck }: Omit<DeckProps, 'index'>) {
  const { track, isLoading, failed, isPlaying } = useWatched(deck);
  return (
    <div className="desk-head">
      <div className="desk-platter" data-playing={isPlaying || undefined}>
        <Platter deck={deck} />
      </div>
      <div className="desk-about">
        <h3 className="display desk-title">{track?.title ?? t('desk.empty')}</h3>
        <p className="desk-artist">
          {isLoading ? t('desk.loading') : failed ? t('desk.failed', { title: failed }) : track ? track.artist : t('desk.emptyHint')}
        </p>
        {track ? <Figures deck={deck} /> : <FileButton desk={desk} deck={deck} />}
      </div>
      {isLoading && <Spinner label={t('desk.loading')} />}
      {track && <FileButton desk={desk} deck={deck} small />}
    </div>
  );
}

/** A record that turns as the track plays. */
function Platter({ deck }: { deck: Deck }) {
  const { track } = useWatched(deck);
  const disc = useRef<HTMLDivElement>(null);
  // 33 turns and a third in a minute.
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  useFrame(() => !isStill && disc.current?.style.setProperty('transform', `rotate(${((deck.heard * 200) % 360).toFixed(1)}deg)`));
  return (
    <div ref={disc} className="desk-disc">
      {track && <Cover url={track.coverUrl} seed={track.seed} sizes="72px" round className="desk-cover" />}
    </div>
  );
}

function FileButton({ desk, deck, small = false }: Omit<DeckProps, 'index'> & { small?: boolean }) {
  return (
    <label className="desk-file" data-small={small || undefined} data-tooltip={small ? t('desk.file') : undefined}>
      <Upload size={15} aria-hidden />
      <span className={small ? 'sr-only' : undefined}>{t('desk.file')}</span>
      <input
        type="file"
        accept="audio/*"
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) loadFile(desk, deck, file);
          target.value = '';
        }}
      />
    </label>
  );
}

function Figures({ deck }: { deck: Deck }) {
  const { track } = useWatched(deck);
  const bpm = useRef<HTMLElement>(null);
  const left = useRef<HTMLElement>(null);
  useFrame(() => {
    if (bpm.current) write(bpm.current, deck.bpm?.toFixed(1) ?? '–');
    if (left.current) write(left.current, `-${time(Math.max(0, ((track?.duration ?? 0) - deck.heard) / deck.rate))}`);
  });
  return (
    <dl className="desk-figures">
      <div>
        <dt>{t('desk.bpm')}</dt>
        <dd ref={bpm} className="desk-own">
          {deck.bpm?.toFixed(1) ?? '–'}
        </dd>
      </div>
      <div>
        <dt>{t('desk.key')}</dt>
        <dd>{track?.key || '–'}</dd>
      </div>
      <div>
        <dt>{t('desk.left')}</dt>
        <dd ref={left} />
      </div>
    </dl>
  );
}

function write(element: HTMLElement, text: string) {
  if (element.textContent !== text) element.textContent = text;
}

function PitchStrip({ desk, deck, index }: DeckProps) {
  const { pitch } = useWatched(deck);
  const shown = Math.round(pitch * 10) / 10;
  return (
    <div className="desk-pitch">
      <span aria-hidden className="desk-label">
        {t('desk.pitch')}
      </span>
      <Fader
        label={t('desk.pitch')}
        value={shown}
        min={-MAX_PITCH}
        max={MAX_PITCH}
        step={PITCH_STEP}
        rest={0}
        valueText={`${shown.toFixed(1)} %`}
        onChange={(percent) => desk.setPitch(deck, percent)}
      />
      <output className="desk-own tnum">{`${shown > 0 ? '+' : ''}${shown.toFixed(1)}%`}</output>
      <span className="desk-nudge">
        <Hold
          className="desk-pad"
          data-key={keyOf('slower', index)}
          aria-label={t('desk.slower')}
          onHold={() => desk.nudge(deck, -1)}
          onLetGo={() => desk.nudge(deck, 0)}
        >
          <Minus size={14} aria-hidden />
        </Hold>
        <Hold
          className="desk-pad"
          data-key={keyOf('faster', index)}
          aria-label={t('desk.faster')}
          onHold={() => desk.nudge(deck, 1)}
          onLetGo={() => desk.nudge(deck, 0)}
        >
          <Plus size={14} aria-hidden />
        </Hold>
      </span>
    </div>
  );
}

function Loops({ deck, index }: Omit<DeckProps, 'desk'>) {
  const { track, loop, loopIn, loopSize, isPlaying } = useWatched(deck);
  const size = sizeLabel(loopSize);
  const none = !track;
  return (
    <div className="desk-loops">
      <Pad data-key={keyOf('halve', index)} aria-label={t('desk.halve')} onClick={() => deck.scaleLoop(-1)}>
        ½×
      </Pad>
      <Pad data-key={keyOf('loop', index)} className="desk-wide" pressed={loop !== null} disabled={none} onClick={() => deck.toggleLoop()}>
        {t('desk.loop', { size })}
      </Pad>
      <Pad data-key={keyOf('double', index)} aria-label={t('desk.double')} onClick={() => deck.scaleLoop(1)}>
        2×
      </Pad>
      <Pad data-key={keyOf('in', index)} disabled={none} onClick={() => deck.loopIn()}>
        {t('desk.in')}
      </Pad>
      <Pad data-key={keyOf('out', index)} disabled={none || loopIn === null} onClick={() => deck.loopOut()}>
        {t('desk.out')}
      </Pad>
      <Hold
        className="desk-pad"
        data-tooltip={t('desk.rollHint')}
        disabled={!isPlaying}
        onHold={() => deck.startRoll()}
        onLetGo={() => deck.endRoll()}
      >
        {t('desk.roll')}
      </Hold>
      <Pad
        data-key={keyOf('back', index)}
        aria-label={t('desk.back', { size })}
        disabled={!track?.grid}
        onClick={() => deck.jump(-loopSize)}
      >
        <SkipBack size={14} aria-hidden />
      </Pad>
      <Pad
        data-key={keyOf('forward', index)}
        aria-label={t('desk.forward', { size })}
        disabled={!track?.grid}
        onClick={() => deck.jump(loopSize)}
      >
        <SkipForward size={14} aria-hidden />
      </Pad>
    </div>
  );
}

function Transport({ desk, deck, index }: DeckProps) {
  const { track, isPlaying, cue, sync, quantise, keyLock, slip } = useWatched(deck);
  const others = desk.decks.filter((other) => other !== deck);
  useWatched(others[0] ?? deck); // what the others hold decides whether this one can follow
  const lock = () =>
    deck.setKeyLock(!keyLock).catch(() => {
      void deck.setKeyLock(false);
      toast({ title: t('desk.keyLockFailed') });
    });
  return (
    <div className="desk-transport">
      <Hold
        className="desk-round"
        data-key={keyOf('cue', index)}
        data-set={cue !== null || undefined}
        disabled={!track}
        onHold={() => deck.pressCue()}
        onLetGo={() => deck.releaseCue()}
      >
        {t('desk.cue')}
      </Hold>
      <button
        type="button"
        className="desk-round desk-play"
        data-key={keyOf('play', index)}
        data-playing={isPlaying || undefined}
        aria-label={t(isPlaying ? 'desk.pause' : 'desk.play')}
        disabled={!track}
        onClick={() => desk.toggle(deck)}
      >
        {isPlaying ? <Pause size={22} aria-hidden className="fill-current" /> : <Play size={22} aria-hidden className="fill-current" />}
      </button>
      <div className="desk-switches">
        <Pad
          data-key={keyOf('sync', index)}
          pressed={sync}
          disabled={!desk.canSync(deck)}
          data-tooltip={track && !track.grid ? t('desk.noGrid') : undefined}
          onClick={() => desk.toggleSync(deck)}
        >
          {t('desk.sync')}
        </Pad>
        <Pad pressed={quantise} onClick={() => deck.set({ quantise: !quantise })}>
          {t('desk.quantise')}
        </Pad>
        {deck.canKeyLock && (
          <Pad pressed={keyLock} onClick={() => void lock()}>
            {t('desk.keyLock')}
          </Pad>
        )}
        <Pad pressed={slip} onClick={() => deck.set({ slip: !slip })}>
          {t('desk.slip')}
        </Pad>
        <Pad disabled={!track} onClick={() => deck.setCue()}>
          <RotateCcw size={13} aria-hidden />
          {t('desk.setCue')}
        </Pad>
      </div>
    </div>
  );
}

/** The deck's strip of the mixer. */
function Strip({ deck }: { deck: Deck }) {
  const { eq, filter, gain, volume, headphones } = useWatched(deck);
  const knobs = ['high', 'mid', 'low'] as const;
  return (
    <div className="desk-strip">
      <Knob
        label={t('desk.gain')}
        value={gain}
        min={-12}
        max={12}
        rest={0}
        valueText={`${gain} dB`}
        onChange={(value) => deck.setGain(value)}
      />
      {knobs.map((band) => (
        <Knob key={band} label={t(`desk.${band}`)} value={eq[band]} rest={50} onChange={(value) => deck.setBand(band, value)} />
      ))}
      <Knob label={t('desk.filter')} value={filter} rest={50} onChange={(value) => deck.setFilter(value)} />
      <div className="desk-volume">
        <Fader label={t('desk.volume')} value={volume} rest={75} onChange={(value) => deck.setVolume(value)} />
        <Meter deck={deck} />
      </div>
      <span aria-hidden className="desk-label">
        {t('desk.volume')}
      </span>
      <Pad
        pressed={headphones}
        aria-label={t('desk.headphonesFor')}
        data-tooltip={t('desk.headphonesFor')}
        onClick={() => deck.setHeadphones(!headphones)}
      >
        <Headphones size={15} aria-hidden />
      </Pad>
    </div>
  );
}

const samples = new Float32Array(1024);

function Meter({ deck }: { deck: Deck }) {
  const bar = useRef<HTMLSpanElement>(null);
  const shown = useRef(-60);
  useFrame(() => {
    const level = deck.get().isPlaying ? levelOf(deck.channel.meter, samples) : -60;
    shown.current = Math.max(level, shown.current - 1.5); // falls slowly, so that peaks can be seen
    bar.current?.style.setProperty('--level', `${((shown.current + 60) / 60) * 100}%`);
  });
  return <span ref={bar} aria-hidden className="desk-meter" />;
}
