import { useStore } from 'zustand';
import { language, t } from '@/i18n/sound';
import { SLEEP_MINUTES, type Sleep, setSleep, sleepTimer } from '@/player/engine/sound/sleep-timer';
import { usePlayerState } from '@/player/view/use-player';
import { Select } from '@/ui/select';
import { Line } from './sound-controls';

const MINUTE = 60_000;

function sleepText(sleep: Sleep | null): string | undefined {
  if (sleep?.kind === 'track') return t('sound.sleep.atTrack');
  if (sleep?.kind === 'queue') return t('sound.sleep.atQueue');
  if (!sleep) return undefined;
  return t('sound.sleep.at', { time: new Date(sleep.at).toLocaleTimeString(language(), { hour: 'numeric', minute: '2-digit' }) });
}

/** The sleep timer. A running timer shows the time at which the music stops. */
export function SleepRow() {
  const { sleep } = useStore(sleepTimer);
  const live = usePlayerState(({ current }) => current?.details.live ?? false);
  const choose = (choice: string) => {
    if (choice === 'track' || choice === 'queue') setSleep({ kind: choice });
    else if (choice === 'off') setSleep(null);
    else if (choice !== 'clock') setSleep({ kind: 'clock', at: Date.now() + Number(choice) * MINUTE });
  };
  const options = [
    { value: 'off', label: t('sound.sleep.off') },
    ...(sleep?.kind === 'clock' ? [{ value: 'clock', label: sleepText(sleep) ?? '' }] : []),
    ...SLEEP_MINUTES.map((n) => ({ value: String(n), label: t('sound.sleep.minutes', { n }) })),
    // A station has no end to wait for.
    ...(live ? [] : [{ value: 'track', label: t('sound.sleep.track') }]),
    ...(live ? [] : [{ value: 'queue', label: t('sound.sleep.queue') }]),
  ];
  return (
    <Line label={t('sound.sleep')} hint={sleepText(sleep)}>
      <Select label={t('sound.sleep')} value={sleep?.kind ?? 'off'} onChange={choose} options={options} />
    </Line>
  );
}
