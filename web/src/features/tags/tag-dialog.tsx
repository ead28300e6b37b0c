import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { ApiError } from '@/api/error';
import type { Track } from '@/api/types';
import { t } from '@/i18n/tags';
import { editTags, useEditing } from '@/things/track/editing';
import { trackQuery } from '@/things/track/queries';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { Skeleton } from '@/ui/skeleton';
import { Failures, MixedField, Numbering, Preview } from './many-songs';
import { RecentEdits } from './recent-edits';
import { changes, commonOf, type Emptied, firstNumber, formOf, NUMBERS, type TagForm, TEXTS, wrongNumbers } from './tag-form';
import { type Edit, useSaveTags } from './tag-queries';

/** The tags of one song, or of several at once. */
export function TagDialog() {
  const { tracks } = useEditing();
  const [only, another] = tracks ?? [];
  const close = () => editTags(undefined);
  return (
    <Dialog
      open={tracks !== undefined}
      onOpenChange={(open) => !open && close()}
      title={another ? t('tags.titleMany', { n: tracks?.length ?? 0 }) : t('tags.title')}
      description={t(another ? 'tags.leadMany' : 'tags.lead')}
      wide
    >
      {tracks && another && <Fields key="many" tracks={tracks} before={commonOf(tracks)} onDone={close} />}
      {tracks && only && !another && <OneSong key={only.id} track={only} onDone={close} />}
    </Dialog>
  );
}

function OneSong({ track, onDone }: { track: Track; onDone: () => void }) {
  const { data } = useQuery(trackQuery(track.id));
  return data ? <Fields tracks={[track]} before={formOf(data)} onDone={onDone} /> : <Skeleton className="h-80 w-full" />;
}

type FieldsProps = { tracks: readonly Track[]; before: TagForm; onDone: () => void };

function Fields({ tracks, before, onDone }: FieldsProps) {
  const [form, setForm] = useState(before);
  const [emptied, setEmptied] = useState<Emptied>(new Set());
  const [cover, setCover] = useState<File>();
  const [from, setFrom] = useState<string>();
  const [failed, setFailed] = useState<Edit['failed']>([]);
  const save = useSaveTags();
  const many = tracks.length > 1;
  const wrong = wrongNumbers(form);
  const errors: Record<string, string[]> = {
    ...(save.error instanceof ApiError ? save.error.fieldErrors : {}),
    ...Object.fromEntries(wrong.map((name) => [name, [t('tags.number')]])),
  };
  const change = changes(before, form, emptied);
  const numberFrom = from === undefined ? undefined : firstNumber(from);
  const wrongFrom = from !== undefined && numberFrom === undefined;
  const ref = useRef<HTMLFormElement>(null);
  const toFirstError = () => ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wrong.length > 0 || wrongFrom) return toFirstError();
    const done = (edits: readonly Edit[]) => {
      const failures = many ? edits.flatMap((edit) => edit.failed) : [];
      if (failures.length === 0) return onDone();
      setFailed(failures);
    };
    save.mutate({ tracks, change, cover, numberFrom }, { onSuccess: done, onError: () => setTimeout(toFirstError) });
  };
  const field = (name: keyof TagForm) => {
    const mark = (isEmptied: boolean) =>
      setEmptied((old) => new Set([...old].filter((other) => other !== name).concat(isEmptied ? name : [])));
    const props = {
      label: t(name === 'title' ? 'tags.name' : `tags.${name}`),
      value: form[name],
      autoFocus: name === (many ? 'artist' : 'title'),
      error: errors[name]?.[0],
      inputMode: (NUMBERS as readonly string[]).includes(name) ? ('decimal' as const) : undefined,
      onChange: ({ target }: { target: HTMLInputElement }) => {
        setForm({ ...form, [name]: target.value });
        mark(false);
      },
    };
    if (!many) return <Field key={name} {...props} />;
    return <MixedField key={name} {...props} tracks={tracks} name={name} isEmptied={emptied.has(name)} onEmpty={mark} />;
  };
  if (failed.length > 0) return <Failures tracks={tracks} failed={failed} onClose={onDone} />;
  return (
    <form ref={ref} className="grid gap-4" onSubmit={submit}>
      <div className="grid items-start gap-4 sm:grid-cols-2">{TEXTS.filter((name) => !many || name !== 'title').map(field)}</div>
      <div className="grid grid-cols-2 items-start gap-4 sm:grid-cols-3">
        {NUMBERS.filter((name) => !many || (name !== 'track' && name !== 'bpm')).map(field)}
      </div>
      {many && <Numbering from={from} onChange={setFrom} />}
      <p className="text-fg-muted text-sm">{t('tags.several')}</p>
      {many && <Preview tracks={tracks} change={change} numberFrom={numberFrom} />}
      <div className="flex flex-wrap justify-end gap-3">
        <CoverChoice cover={cover} onChoose={setCover} />
        <Button type="submit" pending={save.isPending} disabled={Object.keys(change).length === 0 && !cover && numberFrom === undefined}>
          {t('tags.save')}
        </Button>
      </div>
      <RecentEdits />
    </form>
  );
}

function CoverChoice({ cover, onChoose }: { cover: File | undefined; onChoose: (file: File | undefined) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button variant="outline" className="min-w-0" onClick={() => input.current?.click()}>
        <span className="truncate">{cover ? cover.name : t('tags.cover')}</span>
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        className="sr-only"
        tabIndex={-1}
        aria-label={t('tags.cover')}
        onChange={({ target }) => onChoose(target.files?.[0])}
      />
    </>
  );
}
