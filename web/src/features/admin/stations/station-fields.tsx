import { ImagePlus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { t } from '@/i18n/admin/table';
import { type StreamDraft, StreamFields } from '@/things/station/stream-fields';
import { Button } from '@/ui/button';
import { Cover } from '@/ui/cover';
import { Field } from '@/ui/field';
import { Switch } from '@/ui/switch';
import { TextArea } from '@/ui/text-area';

/** What operators decide about a station, as it is typed. */
export type Draft = StreamDraft & {
  name: string;
  description: string;
  /** A picture that replaces the logo. */
  logo: File | null;
  metadataUrl: string;
  genre: string;
  bitrate: string;
  format: string;
  isPublic: boolean;
};

export type Wrong = { [field in keyof Draft]?: string };

type StationFieldsProps = {
  draft: Draft;
  logoUrl: string | null;
  isRelay: boolean;
  wrong: Wrong;
  onChange: (next: Partial<Draft>) => void;
};

export function StationFields({ draft, logoUrl, isRelay, wrong, onChange }: StationFieldsProps) {
  const text = (key: 'name' | 'description' | 'metadataUrl' | 'genre' | 'bitrate' | 'format') => ({
    value: draft[key],
    error: wrong[key],
    onChange: ({ target }: { target: { value: string } }) => onChange({ [key]: target.value }),
  });
  return (
    <>
      <Field label={t('radios.form.name')} maxLength={100} aria-required {...text('name')} />
      <TextArea label={t('radios.form.description')} rows={2} maxLength={1000} {...text('description')} />
      <Logo draft={draft} url={logoUrl} onChange={onChange} />
      {isRelay && (
        <>
          <StreamFields draft={draft} errors={wrong} onChange={onChange} />
          <Field
            label={t('radios.form.metadata')}
            hint={t('radios.form.metadataHint')}
            type="url"
            inputMode="url"
            maxLength={500}
            {...text('metadataUrl')}
          />
        </>
      )}
      <div className="grid items-start gap-4 sm:grid-cols-3">
        <Field label={t('radios.form.genre')} maxLength={100} {...text('genre')} />
        <Field label={t('radios.form.bitrate')} inputMode="numeric" maxLength={5} aria-required {...text('bitrate')} />
        <Field label={t('radios.form.format')} maxLength={20} aria-required {...text('format')} />
      </div>
      <Switch label={t('radios.form.public')} checked={draft.isPublic} onChange={({ target }) => onChange({ isPublic: target.checked })} />
    </>
  );
}

/** The logo, with a picture that was chosen before it is sent. */
function Logo({ draft, url, onChange }: { draft: Draft; url: string | null; onChange: (next: Partial<Draft>) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const chosen = usePicture(draft.logo);
  return (
    <div className="flex flex-wrap items-center gap-4">
      <span className="size-16 overflow-hidden rounded-full">
        {chosen ? <img src={chosen} alt="" className="size-full object-cover" /> : <Cover round url={url} seed={draft.name} sizes="64px" />}
      </span>
      <span className="font-semibold text-sm">{t('radios.form.logo')}</span>
      <Button size="sm" variant="secondary" onClick={() => input.current?.click()}>
        <ImagePlus size={16} aria-hidden />
        {t('radios.form.logoChoose')}
      </Button>
      <span className="min-w-0 truncate text-fg-muted text-sm">{draft.logo?.name}</span>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        className="hidden"
        aria-label={t('radios.form.logo')}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onChange({ logo: file });
          target.value = '';
        }}
      />
    </div>
  );
}

/** The address of a picture on this machine, as long as it is shown. */
function usePicture(file: File | null) {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return address;
}
