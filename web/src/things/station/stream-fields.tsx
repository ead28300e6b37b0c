import { t } from '@/i18n/radio';
import { Choice } from '@/ui/choice';
import { Field } from '@/ui/field';

/** The stream that a relay passes on. */
export type StreamDraft = { streamUrl: string; type: 'icecast' | 'shoutcast' };

/** Whether the server can read a stream at that address. */
export const isStreamAddress = (text: string) => /^https?:\/\/[^\s/]+/i.test(text.trim());

type StreamFieldsProps = {
  draft: StreamDraft;
  errors: { streamUrl?: string; type?: string };
  onChange: (next: Partial<StreamDraft>) => void;
};

/** Where a relay's stream is, and the protocol of its server. */
export function StreamFields({ draft, errors, onChange }: StreamFieldsProps) {
  return (
    <>
      <Field
        label={t('station.url')}
        hint={t('station.urlHint')}
        type="url"
        inputMode="url"
        maxLength={500}
        aria-required
        value={draft.streamUrl}
        error={errors.streamUrl}
        onChange={({ target }) => onChange({ streamUrl: target.value })}
      />
      <Choice
        label={t('station.streamType')}
        error={errors.type}
        value={draft.type}
        onChange={(type) => onChange({ type })}
        options={[
          { value: 'icecast', label: 'Icecast' },
          { value: 'shoutcast', label: 'Shoutcast' },
        ]}
      />
    </>
  );
}
