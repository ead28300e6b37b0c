import { useQuery } from '@tanstack/react-query';
import { Pause, Play, SkipForward, Sparkles, Square } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { editablePlaylistsQuery } from '@/api/playlists';
import { browserClock } from '@/audio/clock';
import { AutoMix, type AutoState } from '@/dj/auto/auto-mix';
import { chooser } from '@/dj/auto/choose';
import { hiddenBy, leading } from '@/dj/choose/free';
import type { Prepared } from '@/dj/choose/prepared';
import type { Desk } from '@/dj/desk';
import { t } from '@/i18n/desk';
import { Select } from '@/ui/select';
import { useWholeKey } from '../control/desk-keys';
import { Pad } from '../controls';
import { deckLetter } from '../deck/deck-letter';
import { useWatched } from '../use-watched';
import { said } from './said';
import './auto-bar.css';

let opened: { auto: AutoMix; crate: { id: string } } | null = null;

/** The Auto Mix of this page: it goes on while one looks at something else. */
function theAuto(desk: Desk, prepared: Prepared) {
  if (!opened) {
    const crate = { id: '' };
    const choose = chooser(prepared, () => crate.id);
    opened = { auto: new AutoMix(desk, browserClock(), choose, (id) => prepared.remove(id)), crate };
  }
  return opened;
}

/** Starts Auto Mix, and says what it does and why. */
export function AutoBar({ desk, prepared }: { desk: Desk; prepared: Prepared }) {
  const { auto, crate } = theAuto(desk, prepared);
  const state = useWatched(auto);
  const { tracks } = useWatched(prepared);
  return (
    <section aria-label={t('desk.auto')} className="desk-auto" data-phase={state.phase}>
      <Switches auto={auto} state={state} />
      <div role="status" className="desk-auto-said">
        {said(desk, state, tracks).map((line) => (
          <p key={line}>{line}</p>
        ))}
        {state.phase !== 'off' && <Unheard desk={desk} />}
      </div>
      {state.taken.length > 0 && (
        <Pad className="desk-auto-back" onClick={() => auto.takeBack()}>
          {t('desk.auto.takeBack')}
        </Pad>
      )}
      <Then crate={crate} />
    </section>
  );
}

/** Says why nothing is heard although a deck plays. */
function Unheard({ desk }: { desk: Desk }) {
  const cause = useSyncExternalStore(desk.watchAll, () => hiddenBy(desk));
  const deck = useSyncExternalStore(desk.watchAll, () => leading(desk));
  return (
    cause && deck && <p className="desk-auto-unheard">{t(`desk.auto.unheard.${cause}`, { deck: deckLetter(desk.decks.indexOf(deck)) })}</p>
  );
}

function Switches({ auto, state: { phase, next } }: { auto: AutoMix; state: AutoState }) {
  const isOn = phase !== 'off';
  const isPaused = phase === 'paused';
  const toggle = () => (isOn ? auto.stop() : auto.start());
  const why = phase === 'ready' ? null : t(phase === 'mixing' ? 'desk.why.mixing' : 'desk.why.noNext');
  useWholeKey('auto', toggle);
  const Icon = isOn ? Square : Sparkles;
  return (
    <div className="desk-auto-switches">
      <Pad
        className="desk-auto-on"
        pressed={isOn}
        aria-label={t(isOn ? 'desk.auto.stop' : 'desk.auto.start')}
        data-key="."
        onClick={toggle}
      >
        <Icon size={15} aria-hidden />
        {t('desk.auto')}
      </Pad>
      {isOn && (
        <>
          <Pad aria-label={t(isPaused ? 'desk.auto.resume' : 'desk.auto.pause')} onClick={() => (isPaused ? auto.start() : auto.pause())}>
            {isPaused ? <Play size={14} aria-hidden /> : <Pause size={14} aria-hidden />}
          </Pad>
          <Pad why={why} onClick={() => auto.mixNow()}>
            {t('desk.auto.now')}
          </Pad>
          <Pad why={why ?? (next ? null : t('desk.why.noNext'))} onClick={() => auto.skip()}>
            <SkipForward size={14} aria-hidden />
            {t('desk.auto.skip')}
          </Pad>
        </>
      )}
    </div>
  );
}

/** Where it goes on after the prepare list. */
function Then({ crate }: { crate: { id: string } }) {
  const { data } = useQuery(editablePlaylistsQuery);
  const [id, setId] = useState(crate.id);
  if (!data || data.length === 0) return null;
  const choose = (chosen: string) => {
    crate.id = chosen;
    setId(chosen);
  };
  return (
    <Select
      label={t('desk.auto.then')}
      value={id}
      onChange={choose}
      options={[{ value: '', label: t('desk.auto.library') }, ...data.map((list) => ({ value: list.id, label: list.name }))]}
    />
  );
}
