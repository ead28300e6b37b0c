import { useState } from 'react';
import { request } from '@/api/client';
import { RADIOS } from '@/api/stations';
import type { Station } from '@/api/types';
import { t } from '@/i18n/broadcast';
import { Field } from '@/ui/field';
import { Group, Row } from '@/ui/group';
import { Switch } from '@/ui/switch';
import type { PanelProps } from './panel';
import { useStationChange } from './queries';

type Options = NonNullable<Station['options']>;
type SwitchName = 'hls' | 'chat' | 'recordShows' | 'beatMatch' | 'requests' | 'requestsByVote';
const NUMBERS = {
  maxListeners: { min: 0, max: 1_000_000 },
  rewindHours: { min: 0, max: 24 },
  crossfadeSeconds: { min: 0, max: 12, step: 0.5 },
  loudness: { min: -30, max: -8, step: 0.5 },
  artistMinutes: { min: 0, max: 1440 },
  albumMinutes: { min: 0, max: 1440 },
  titleMinutes: { min: 0, max: 1440 },
  requestsPerHour: { min: 1, max: 60 },
  requestMinutes: { min: 0, max: 1440 },
  silenceSeconds: { min: 5, max: 120 },
  holdSeconds: { min: 0, max: 30, step: 0.5 },
  duckDecibels: { min: 0, max: 40 },
} as const satisfies { [name in keyof Options]?: { min: number; max: number; step?: number } };
type NumberName = keyof typeof NUMBERS;

/** The sound and streams of a station. Each change applies from the next track. */
export function SoundOptions({ station }: PanelProps) {
  const { options, mode } = station;
  const save = useStationChange(station.id, (options: Partial<Options>) =>
    request(`${RADIOS}/${station.id}`, { method: 'PUT', body: { options } }),
  );
  if (!options) return null;
  const lists = mode === 'autodj' || mode === 'both';
  const people = mode === 'live' || mode === 'both';
  const toggle = (name: SwitchName) => (
    <div className="py-4" key={name}>
      <Switch
        label={t(`broadcast.${name}`)}
        hint={t(`broadcast.${name}Hint`)}
        checked={options[name]}
        disabled={save.isPending}
        onChange={({ target }) => save.mutate({ [name]: target.checked })}
      />
    </div>
  );
  const number = (name: NumberName) => (
    <NumberRow key={name} name={name} value={options[name]} onSave={(value) => save.mutate({ [name]: value })} />
  );
  return (
    <>
      <Group title={t('broadcast.offers')} lead={t('broadcast.offersLead')}>
        {mode !== 'relay' && (
          <div className="grid gap-4 py-4">
            <p className="font-semibold">{t('broadcast.formats')}</p>
            {(['aac', 'opus'] as const).map((format) => (
              <Switch
                key={format}
                label={t(`broadcast.formats.${format}`)}
                checked={options.formats.includes(format)}
                disabled={save.isPending}
                onChange={({ target }) =>
                  save.mutate({ formats: target.checked ? [...options.formats, format] : options.formats.filter((one) => one !== format) })
                }
              />
            ))}
          </div>
        )}
        {mode !== 'relay' && toggle('hls')}
        {mode !== 'relay' && number('rewindHours')}
        {number('maxListeners')}
        {toggle('chat')}
      </Group>
      {lists && (
        <>
          <Group title={t('broadcast.mixing')}>
            {(['crossfadeSeconds', 'loudness', 'duckDecibels'] as const).map(number)}
            {toggle('beatMatch')}
          </Group>
          <Group title={t('broadcast.separation')} lead={t('broadcast.separationLead')}>
            {(['artistMinutes', 'albumMinutes', 'titleMinutes'] as const).map(number)}
          </Group>
          <Group title={t('broadcast.requestsTitle')}>
            {toggle('requests')}
            {options.requests && (['requestsPerHour', 'requestMinutes'] as const).map(number)}
            {options.requests && toggle('requestsByVote')}
          </Group>
        </>
      )}
      {mode !== 'relay' && (
        <Group title={t('broadcast.safety')}>
          {number('silenceSeconds')}
          {people && number('holdSeconds')}
          {people && toggle('recordShows')}
        </Group>
      )}
    </>
  );
}

type NumberRowProps = { name: NumberName; value: number; onSave: (value: number) => void };

/** A number that is saved on blur if it is valid. */
function NumberRow({ name, value, onSave }: NumberRowProps) {
  const [text, setText] = useState<string>();
  const { min, max, step = 1 }: { min: number; max: number; step?: number } = NUMBERS[name];
  const leave = () => {
    const next = Number(text);
    if (text !== undefined && text.trim() !== '' && next !== value && next >= min && next <= max) onSave(next);
    setText(undefined);
  };
  return (
    <Row label={t(`broadcast.${name}`)} hint={t(`broadcast.${name}Hint`)}>
      <div className="w-28 [&_label]:sr-only">
        <Field
          type="number"
          label={t(`broadcast.${name}`)}
          min={min}
          max={max}
          step={step}
          value={text ?? String(value)}
          onChange={({ target }) => setText(target.value)}
          onBlur={leave}
          onKeyDown={({ key, currentTarget }) => key === 'Enter' && currentTarget.blur()}
        />
      </div>
    </Row>
  );
}
