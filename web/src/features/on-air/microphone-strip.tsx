import { Mic, MicOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '@/i18n/on-air';
import { Button } from '@/ui/button';
import { Select } from '@/ui/select';
import { Switch } from '@/ui/switch';
import { Meter } from './meter';
import { Strip } from './strip';
import type { Studio, StudioView } from './studio';

/** The microphone: input, gain, mute and talk-over. */
export function MicrophoneStrip({ studio, view }: { studio: Studio; view: StudioView }) {
  const [deviceId, setDeviceId] = useState('');
  const [lineIn, setLineIn] = useState(false);
  const devices = useInputs(view.microphone === 'open');
  const open = view.microphone === 'open';
  const choose = (choice: { deviceId: string; lineIn: boolean }) => {
    setDeviceId(choice.deviceId);
    setLineIn(choice.lineIn);
    if (open) void studio.openMicrophone(choice);
  };
  return (
    <Strip title={t('onAir.microphone')} level={view.levels.microphone} onLevel={(level) => studio.setLevel('microphone', level)}>
      <Meter label={t('onAir.microphone')} read={() => studio.levels().microphone} />
      <div className="flex flex-wrap gap-2">
        <Button
          variant={open ? 'outline' : 'secondary'}
          pending={view.microphone === 'opening'}
          onClick={() => (open ? studio.closeMicrophone() : void studio.openMicrophone({ deviceId, lineIn }))}
        >
          {open ? <MicOff size={18} aria-hidden /> : <Mic size={18} aria-hidden />}
          {t(open ? 'onAir.microphoneOff' : 'onAir.microphoneOn')}
        </Button>
        <Button
          variant={view.muted ? 'primary' : 'outline'}
          aria-pressed={view.muted}
          disabled={!open}
          onClick={() => studio.setMuted(!view.muted)}
        >
          {t('onAir.mute')}
        </Button>
        <Button
          variant={view.talking ? 'primary' : 'outline'}
          aria-pressed={view.talking}
          disabled={!open}
          onClick={() => studio.setTalking(!view.talking)}
        >
          {t('onAir.talk')}
        </Button>
      </div>
      <p className="text-fg-muted text-sm">{t('onAir.talkHint')}</p>
      {(view.microphone === 'denied' || view.microphone === 'missing') && (
        <p role="alert" className="text-danger text-sm">
          {t(`onAir.${view.microphone}`)}
        </p>
      )}
      <Select
        label={t('onAir.device')}
        value={deviceId}
        onChange={(value) => choose({ deviceId: value, lineIn })}
        options={[{ value: '', label: t('onAir.device.default') }, ...devices]}
      />
      <Switch
        label={t('onAir.lineIn')}
        hint={t('onAir.lineInHint')}
        checked={lineIn}
        onChange={({ target }) => choose({ deviceId, lineIn: target.checked })}
      />
    </Strip>
  );
}

/** The inputs of this computer. Browsers only name them after one of them was opened. */
function useInputs(known: boolean) {
  const [inputs, setInputs] = useState<{ value: string; label: string }[]>([]);
  useEffect(() => {
    if (!known) return;
    let left = false;
    const look = async () => {
      const all = await navigator.mediaDevices.enumerateDevices();
      const found = all.filter(({ kind, deviceId }) => kind === 'audioinput' && deviceId !== '' && deviceId !== 'default');
      const named = found.map(({ deviceId, label }, i) => ({ value: deviceId, label: label || t('onAir.device.unnamed', { n: i + 1 }) }));
      if (!left) setInputs(named);
    };
    void look();
    const again = () => void look();
    navigator.mediaDevices.addEventListener('devicechange', again);
    return () => {
      left = true;
      navigator.mediaDevices.removeEventListener('devicechange', again);
    };
  }, [known]);
  return inputs;
}
