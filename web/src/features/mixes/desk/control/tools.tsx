import { Keyboard, SlidersVertical } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isOnAir } from '@/dj/choose/free';
import { CUE_MODES } from '@/dj/deck/cue';
import type { Desk } from '@/dj/desk';
import { MIDI_ON } from '@/dj/midi/remembered';
import { t } from '@/i18n/desk';
import { storage } from '@/lib/storage';
import { dialogPart } from '@/ui/part/part';
import { toast } from '@/ui/toast/toast-store';
import { Pad } from '../controls';
import { useWatched } from '../use-watched';
import { keyMap } from './key-map';

const KeyDialog = dialogPart(() => import('./key-dialog').then((m) => m.KeyDialog));
const MidiDialog = dialogPart(() => import('./midi-dialog').then((m) => m.MidiDialog));

/** What the cue buttons do. */
function CueMode({ desk }: { desk: Desk }) {
  const { cueMode } = useWatched(desk);
  return (
    <select
      className="desk-pad"
      aria-label={t('desk.cueMode')}
      value={cueMode}
      onChange={({ target }) => desk.setCueMode(CUE_MODES.find((mode) => mode === target.value) ?? cueMode)}
    >
      {CUE_MODES.map((mode) => (
        <option key={mode} value={mode}>
          {t(`desk.cueMode.${mode}`)}
        </option>
      ))}
    </select>
  );
}

/** How many decks are in use, what the cue buttons do, the map of the keys, and the settings of controllers. */
export function Tools({ desk }: { desk: Desk }) {
  const { isOpen: showsKeys, isOnOthers } = useWatched(keyMap);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (storage.get(MIDI_ON) !== null) void import('./midi-dialog').then(({ theMidi }) => theMidi(desk).connect());
  }, [desk]);
  const { shown } = useWatched(desk);
  const show = (decks: 2 | 4) => {
    if (decks === 2 && desk.decks.slice(2).some((deck) => isOnAir(desk, deck))) {
      toast({ title: t('desk.fourBusy') });
      return;
    }
    keyMap.set({ isOnOthers: false });
    desk.setShown(decks);
  };
  return (
    <>
      <Pad pressed={shown === 4} data-tooltip={t('desk.fourHint')} onClick={() => show(shown === 4 ? 2 : 4)}>
        {t('desk.four')}
      </Pad>
      {shown === 4 && (
        <Pad data-key="," pressed={isOnOthers} onClick={() => keyMap.set({ isOnOthers: !isOnOthers })}>
          {t('desk.keysOnOthers')}
        </Pad>
      )}
      <CueMode desk={desk} />
      <Pad data-key="?" aria-haspopup="dialog" onClick={() => keyMap.set({ isOpen: true })}>
        <Keyboard size={15} aria-hidden />
        {t('desk.keys')}
      </Pad>
      <Pad onClick={() => setOpen(true)}>
        <SlidersVertical size={15} aria-hidden />
        {t('desk.midi')}
      </Pad>
      {showsKeys && <KeyDialog onClose={() => keyMap.set({ isOpen: false })} />}
      {isOpen && <MidiDialog desk={desk} onClose={() => setOpen(false)} />}
    </>
  );
}
