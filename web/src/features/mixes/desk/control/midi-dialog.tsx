import { useEffect, useRef, useState } from 'react';
import { browserClock } from '@/audio/clock';
import type { Desk } from '@/dj/desk';
import { actionsOf, RANGES, type Range } from '@/dj/midi/controls';
import { learned, taught } from '@/dj/midi/learn';
import { bindingOf, CONTROLS, type ControlName, DECKS, type Kind, written } from '@/dj/midi/map';
import { READY } from '@/dj/midi/maps';
import { isBend, type Message } from '@/dj/midi/message';
import { canMidi, Midi, type MidiState } from '@/dj/midi/midi';
import { t } from '@/i18n/desk';
import { storage } from '@/lib/storage';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Select } from '@/ui/select';
import { Pad } from '../controls';
import { useWatched } from '../use-watched';
import './midi-dialog.css';

const RANGE = 'sonora_desk_pitch_range';
const range = (): Range => RANGES.find((percent) => String(percent) === storage.get(RANGE)) ?? RANGES[0];

let made: Midi | null = null;

/** The controllers of this page: they go on when the dialog is closed. */
export function theMidi(desk: Desk): Midi {
  if (!made) {
    made = new Midi(actionsOf(desk, browserClock(), range), READY, storage);
    desk.watchDecks(made.light);
  }
  return made;
}

/** Connects controllers, and teaches them. */
export function MidiDialog({ desk, onClose }: { desk: Desk; onClose: () => void }) {
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title={t('desk.midi.title')} description={t('desk.midi.lead')}>
      {canMidi() ? <Connected midi={theMidi(desk)} /> : <p>{t('desk.midi.none')}</p>}
    </Dialog>
  );
}

function Connected({ midi }: { midi: Midi }) {
  const { phase, devices } = useWatched(midi);
  const [chosen, setChosen] = useState('');
  const device = devices.find(({ id }) => id === chosen) ?? devices[0];
  if (phase !== 'on')
    return (
      <div className="grid justify-items-start gap-3">
        {phase === 'denied' && (
          <p role="alert" className="text-danger text-sm">
            {t('desk.midi.denied')}
          </p>
        )}
        <Button pending={phase === 'asking'} onClick={() => void midi.connect()}>
          {t('desk.midi.connect')}
        </Button>
      </div>
    );
  if (!device) return <p role="status">{t('desk.midi.empty')}</p>;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Select
          label={t('desk.midi.device')}
          value={device.id}
          onChange={setChosen}
          options={devices.map(({ id, name }) => ({ value: id, label: name }))}
        />
        <PitchRange />
      </div>
      <About midi={midi} device={device} />
      <Controls key={device.id} midi={midi} device={device} />
    </div>
  );
}

function PitchRange() {
  const [percent, setPercent] = useState(String(range()));
  const choose = (value: string) => {
    storage.set(RANGE, value);
    setPercent(value);
  };
  return (
    <Select
      label={t('desk.midi.range')}
      value={percent}
      onChange={choose}
      options={RANGES.map((value) => ({ value: String(value), label: `${t('desk.pitch')} ±${value} %` }))}
    />
  );
}

type Device = MidiState['devices'][number];

/** Where the map is from. */
function About({ midi, device: { name, map, isOwn } }: { midi: Midi; device: Device }) {
  if (isOwn)
    return (
      <p className="flex flex-wrap items-center gap-3 text-fg-muted text-sm">
        {t('desk.midi.own')}
        <Button size="sm" variant="ghost" onClick={() => midi.use(name, null)}>
          {t('desk.midi.reset')}
        </Button>
      </p>
    );
  return (
    <p className="text-fg-muted text-sm">
      {map.source === '' ? t('desk.midi.new') : t('desk.midi.ready', { name: map.name })}{' '}
      {map.source !== '' && (
        <a href={map.source} target="_blank" rel="noreferrer" className="underline">
          {new URL(map.source).host}
        </a>
      )}
    </p>
  );
}

const PARTS = { a: 'desk.a', b: 'desk.b', c: 'desk.c', d: 'desk.d', mixer: 'desk.midi.mixer' } as const;
type Part = keyof typeof PARTS;
const partOf = (name: ControlName): Part => DECKS.find((deck) => name.startsWith(`${deck}.`)) ?? 'mixer';

function Controls({ midi, device }: { midi: Midi; device: Device }) {
  const [part, setPart] = useState<Part>('a');
  const { listening, listen } = useLearning(midi, device);
  return (
    <div className="grid gap-2">
      <Select
        label={t('desk.midi.part')}
        value={part}
        onChange={setPart}
        className="justify-self-start"
        options={(Object.keys(PARTS) as Part[]).map((value) => ({ value, label: t(PARTS[value]) }))}
      />
      <ul className="desk-midi">
        {CONTROLS.filter(({ name }) => partOf(name) === part).map(({ name, kind }) => (
          <Row key={name} midi={midi} device={device} name={name} kind={kind} isListening={listening === name} onListen={listen} />
        ))}
      </ul>
    </div>
  );
}

type RowProps = {
  midi: Midi;
  device: Device;
  name: ControlName;
  kind: Kind;
  isListening: boolean;
  onListen: (name: ControlName, kind: Kind) => void;
};

function Row({ midi, device, name, kind, isListening, onListen }: RowProps) {
  const text = device.map.controls[name];
  const binding = text ? bindingOf(text) : null;
  const control = labelOf(name);
  const reverse = () => {
    if (!binding) return;
    const controls = { ...device.map.controls, [name]: written({ ...binding, isReversed: !binding.isReversed }) };
    midi.use(device.name, { ...device.map, controls });
  };
  return (
    <li>
      <span>
        {control}
        <span role={isListening ? 'status' : undefined} className="desk-midi-message">
          {isListening ? t('desk.midi.listening') : messageLabel(binding)}
        </span>
      </span>
      {kind !== 'button' && binding ? (
        <Pad pressed={binding.isReversed} aria-label={t('desk.midi.reverseOf', { control })} onClick={reverse}>
          {t('desk.midi.reverse')}
        </Pad>
      ) : (
        <span />
      )}
      <Pad pressed={isListening} aria-label={t('desk.midi.learnOf', { control })} onClick={() => onListen(name, kind)}>
        {t('desk.midi.learn')}
      </Pad>
    </li>
  );
}

function messageLabel(binding: ReturnType<typeof bindingOf>): string {
  if (!binding) return t('desk.midi.unbound');
  const where = { number: binding.number, channel: (binding.status & 15) + 1 };
  if (isBend(binding.status)) return t('desk.midi.bend', where);
  return (binding.status & 0xf0) === 0x90 ? t('desk.midi.note', where) : t('desk.midi.controller', where);
}

/** Listens to the controller until it is clear what was pressed or moved; pressing the button again gives up. */
function useLearning(midi: Midi, device: Device) {
  const [listening, setListening] = useState<ControlName | null>(null);
  const stop = useRef(() => {});
  useEffect(() => () => stop.current(), []);
  const listen = (name: ControlName, kind: Kind) => {
    stop.current();
    if (name === listening) return setListening(null);
    setListening(name);
    const heard: Message[] = [];
    stop.current = midi.listen((message, from) => {
      if (from !== device.name) return;
      heard.push(message);
      const binding = learned(kind, heard);
      if (!binding) return;
      stop.current();
      setListening(null);
      midi.use(device.name, taught(device.map, name, binding, heard));
    });
  };
  return { listening, listen };
}

const OF_MIDI = ['clear', 'edge', 'top', 'touch', 'load', 'browse', 'loadFree'] as const;
const ELSEWHERE = { headphones: 'desk.headphonesFor', loopIn: 'desk.in', loopOut: 'desk.out' } as const;

function labelOf(name: ControlName): string {
  const control = name.replace(/^[a-d]\./, '');
  const cue = /^hotCue(\d)$/.exec(control)?.[1];
  if (cue) return t('desk.hotCue', { n: cue });
  const effect = /^(effect|amount)(\d?)$/.exec(control);
  if (effect) return [t('desk.effect', { n: effect[2] || 1 }), ...(effect[1] === 'amount' ? [t('desk.amount')] : [])].join(', ');
  if (control === 'loop') return t('desk.loop', { size: '' }).trim();
  if (control === 'back' || control === 'forward') return t(`desk.${control}`, { size: '' }).replace('  ', ' ');
  const own = OF_MIDI.find((one) => one === control);
  if (own) return t(`desk.midi.${own}`);
  return t(ELSEWHERE[control as keyof typeof ELSEWHERE] ?? (`desk.${control}` as PlainName));
}

type PlainName =
  `desk.${'play' | 'cue' | 'sync' | 'keyLock' | 'slower' | 'faster' | 'halve' | 'double' | 'roll' | 'reloop' | 'slip' | 'quantise' | 'leader' | 'pitch' | 'volume' | 'crossfader'}`;
