import { useEffect, useId } from 'react';
import { t } from '@/i18n/desk';
import { EarlyField } from '@/things/mix/early-access';
import { FileButton } from '@/things/mix/file-button';
import { textOfFile } from '@/things/mix/text-of-file';
import { Button } from '@/ui/button';
import { Cover } from '@/ui/cover';
import { Field } from '@/ui/field';
import { Switch } from '@/ui/switch';
import { TextArea } from '@/ui/text-area';

/** What the DJ says about a recording. */
export type Draft = {
  title: string;
  djName: string;
  genre: string;
  /** Separated by commas. */
  tags: string;
  /** Lines such as 0:00 Artist – Title. */
  tracklist: string;
  isPublic: boolean;
  /** Days of early access, as the field has them. */
  earlyDays: string;
  cover: Picture | null;
};

/** A file, and an address at which this page can show it. */
type Picture = { file: File; url: string };

type SaveFieldsProps = {
  draft: Draft;
  onChange: (draft: Draft) => void;
  /** What the server says about the tracklist. */
  tracklistError?: string;
};

export function SaveFields({ draft, onChange, tracklistError }: SaveFieldsProps) {
  const set = (change: Partial<Draft>) => onChange({ ...draft, ...change });
  const text = (key: 'title' | 'djName' | 'genre' | 'tags') => ({
    value: draft[key],
    onChange: ({ target }: { target: HTMLInputElement }) => set({ [key]: target.value }),
  });
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={t('desk.save.name')} maxLength={200} {...text('title')} />
        <Field label={t('desk.save.dj')} maxLength={200} {...text('djName')} />
        <Field label={t('desk.save.genre')} maxLength={100} {...text('genre')} />
        <Field label={t('desk.save.tags')} hint={t('desk.save.tagsHint')} maxLength={400} {...text('tags')} />
      </div>
      <CoverChoice cover={draft.cover} title={draft.title} onChange={(cover) => set({ cover })} />
      <TextArea
        label={t('desk.save.tracklist')}
        rows={4}
        spellCheck={false}
        value={draft.tracklist}
        error={tracklistError}
        onChange={({ target }) => set({ tracklist: target.value })}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-fg-muted text-sm">{t('desk.save.tracklistHint')}</p>
        <FileButton
          label={t('desk.save.cueFile')}
          accept=".cue,.txt,text/plain"
          onFile={(file) => void textOfFile(file).then((tracklist) => set({ tracklist }))}
        />
      </div>
      <Switch label={t('desk.save.public')} checked={draft.isPublic} onChange={({ target }) => set({ isPublic: target.checked })} />
      <EarlyField value={draft.earlyDays} onChange={(earlyDays) => set({ earlyDays })} />
    </>
  );
}

type CoverChoiceProps = { cover: Picture | null; title: string; onChange: (cover: Picture | null) => void };

/** The picture of the mix. It is sent once the mix is saved. */
function CoverChoice({ cover, title, onChange }: CoverChoiceProps) {
  const hint = useId();
  const url = cover?.url;
  useEffect(() => () => void (url && URL.revokeObjectURL(url)), [url]);
  return (
    <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <legend className="sr-only">{t('desk.save.cover')}</legend>
      {url ? <img src={url} alt="" className="cover size-24" /> : <Cover url={null} seed={title} sizes="96px" className="size-24" />}
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap gap-2">
          <FileButton
            label={t('desk.save.coverChoose')}
            accept="image/jpeg,image/png,image/webp"
            describedBy={hint}
            onFile={(file) => onChange({ file, url: URL.createObjectURL(file) })}
          />
          {cover && (
            <Button size="sm" variant="ghost" onClick={() => onChange(null)}>
              {t('desk.save.coverRemove')}
            </Button>
          )}
        </div>
        <p id={hint} className="mt-1.5 text-fg-muted text-sm">
          {t('desk.save.coverHint')}
        </p>
      </div>
    </fieldset>
  );
}
