import { CURVES } from '@/dj/mixer/curves';
import { type PlainKey, t } from '@/i18n/desk';
import { Dialog } from '@/ui/dialog';
import { Pad } from '../controls';
import { useWatched } from '../use-watched';
import { CUE_KEYS, DECK_KEYS, isControl, keyMap, type Named, WHOLE, type WholeAct } from './key-map';
import './key-dialog.css';

const NAMES: Record<Named, PlainKey> = {
  play: 'desk.keys.play',
  cue: 'desk.cue',
  sync: 'desk.sync',
  loop: 'desk.keys.loop',
  halve: 'desk.keys.halve',
  double: 'desk.keys.double',
  in: 'desk.keys.in',
  out: 'desk.keys.out',
  slower: 'desk.slower',
  faster: 'desk.faster',
  back: 'desk.keys.back',
  forward: 'desk.keys.forward',
  effect1: 'desk.keys.effect1',
  effect2: 'desk.keys.effect2',
  volume: 'desk.volume',
  high: 'desk.high',
  mid: 'desk.mid',
  low: 'desk.low',
  filter: 'desk.filter',
  gain: 'desk.gain',
  pitch: 'desk.pitch',
  killHigh: 'desk.keys.killHigh',
  killMid: 'desk.keys.killMid',
  killLow: 'desk.keys.killLow',
  headphones: 'desk.headphonesFor',
  roll: 'desk.keys.roll',
  slip: 'desk.slip',
  keyLock: 'desk.keyLock',
  setCue: 'desk.setCue',
  leader: 'desk.keys.leader',
  reloop: 'desk.reloop',
  quantise: 'desk.quantise',
};

const WHOLE_NAMES: Record<WholeAct, PlainKey> = {
  left: 'desk.crossfader',
  right: 'desk.crossfader',
  zoomIn: 'desk.zoomIn',
  zoomOut: 'desk.zoomOut',
  others: 'desk.keysOnOthers',
  auto: 'desk.auto',
  record: 'desk.keys.record',
  air: 'desk.keys.air',
  map: 'desk.keys.title',
};

/** Keys of the list of songs, the browser and the app, which work on the desk too. */
const OTHERS: readonly [keys: string[], name: PlainKey][] = [
  [['/'], 'desk.search'],
  [['Enter'], 'desk.keys.loadFree'],
  [['⇧1', '⇧2', '⇧3', '⇧4'], 'desk.keys.loadDeck'],
  [['Tab', '↑', '↓'], 'desk.keys.focus'],
  [['Ctrl', 'K'], 'desk.keys.commands'],
];

/** How the caps show the names of keys. */
const CAPS: Record<string, string> = { ArrowLeft: '←', ArrowRight: '→', '-': '−', '⇧Period': '⇧.', '⇧Comma': '⇧,' };

/** The keys of the whole desk by what they do: those that do the same share a row. */
function wholeRows(): [keys: string[], name: PlainKey][] {
  const rows = new Map<PlainKey, string[]>();
  for (const [key, act] of Object.entries(WHOLE)) {
    const name = WHOLE_NAMES[act];
    rows.set(name, [...(rows.get(name) ?? []), CAPS[key] ?? key]);
  }
  return [...rows].map(([name, keys]) => [keys, name]);
}

/** The map of the desk's keys. */
export function KeyDialog({ onClose }: { onClose: () => void }) {
  const { isOnControls } = useWatched(keyMap);
  return (
    <Dialog open wide onOpenChange={(open) => !open && onClose()} title={t('desk.keys.title')} description={t('desk.keys.lead')}>
      <div className="desk desk-keymap">
        <Pad pressed={isOnControls} onClick={() => keyMap.set({ isOnControls: !isOnControls })}>
          {t('desk.keys.onControls')}
        </Pad>
        <div className="desk-keymap-tables">
          <DeckTable />
          <div className="grid gap-4">
            <WholeTable />
            <CurveTable />
          </div>
        </div>
      </div>
    </Dialog>
  );
}

function DeckTable() {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('desk.keys.does')}</th>
          <th scope="col">{t('desk.a')}</th>
          <th scope="col">{t('desk.b')}</th>
        </tr>
      </thead>
      <tbody>
        {CUE_KEYS.map((keys, i) => (
          <Row key={keys.join()} name={t('desk.keys.cues', { n: i === 0 ? '1–4' : '5–8' })} keys={keys} />
        ))}
        {[...DECK_KEYS].map(([act, keys]) => (
          <Row key={act} name={t(NAMES[act])} keys={keys.map((key) => (isControl(act) ? [key, '↑', '↓'] : [key]))} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ name, keys }: { name: string; keys: string[][] }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {keys.map((caps, deck) => (
        <td key={caps.join()} data-deck={deck}>
          <Caps keys={caps} />
        </td>
      ))}
    </tr>
  );
}

function WholeTable() {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('desk.keys.whole')}</th>
          <th scope="col">{t('desk.keys')}</th>
        </tr>
      </thead>
      <tbody>
        {[...wholeRows(), ...OTHERS].map(([keys, name]) => (
          <tr key={name}>
            <th scope="row">{t(name)}</th>
            <td>
              <Caps keys={keys} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the curves of the crossfader do, which the desk itself only says with a pointer. */
function CurveTable() {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('desk.curve')}</th>
          <th scope="col">{t('desk.curve.does')}</th>
        </tr>
      </thead>
      <tbody>
        {CURVES.map((name) => (
          <tr key={name}>
            <th scope="row">{t(`desk.curve.${name}`)}</th>
            <td>{t(`desk.curve.${name}.text`)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Caps = ({ keys }: { keys: string[] }) => (
  <span className="desk-caps">
    {keys.map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </span>
);
