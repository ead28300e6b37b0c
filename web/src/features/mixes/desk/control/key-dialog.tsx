import { type PlainKey, t } from '@/i18n/desk';
import { Dialog } from '@/ui/dialog';
import { Pad } from '../controls';
import { useWatched } from '../use-watched';
import { DECK_KEYS, DIGITS, keyMap } from './desk-keys';
import './key-dialog.css';

type Act = (typeof DECK_KEYS)[number]['act'];

const NAMES: Record<Act, PlainKey> = {
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
};

const WHOLE: readonly [keys: string[], name: PlainKey][] = [
  [['←', '→'], 'desk.crossfader'],
  [['+', '−'], 'desk.keys.zoom'],
  [['/'], 'desk.search'],
  [['Tab', '↑', '↓'], 'desk.keys.focus'],
  [['Ctrl', 'K'], 'desk.keys.commands'],
  [['?'], 'desk.keys.title'],
];

/** The map of the desk's keys. */
export function KeyDialog() {
  const { isOnControls } = useWatched(keyMap);
  const close = () => keyMap.set({ isOpen: false });
  return (
    <Dialog open wide onOpenChange={(open) => !open && close()} title={t('desk.keys.title')} description={t('desk.keys.lead')}>
      <div className="desk desk-keymap">
        <Pad pressed={isOnControls} onClick={() => keyMap.set({ isOnControls: !isOnControls })}>
          {t('desk.keys.onControls')}
        </Pad>
        <div className="desk-keymap-tables">
          <DeckTable />
          <WholeTable />
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
        <Row name={t('desk.keys.cues', { n: '1–4' })} keys={DIGITS.map((digits) => [...digits])} />
        <Row name={t('desk.keys.cues', { n: '5–8' })} keys={DIGITS.map((digits) => ['⇧', `${digits[0]}–${digits.at(-1)}`])} />
        {DECK_KEYS.map(({ act, keys }) => (
          <Row key={act} name={t(NAMES[act])} keys={keys.map((key) => [key])} />
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
        {WHOLE.map(([keys, name]) => (
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

const Caps = ({ keys }: { keys: string[] }) => (
  <span className="desk-caps">
    {keys.map((key) => (
      <kbd key={key}>{key}</kbd>
    ))}
  </span>
);
