import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useSession } from '@/api/auth/session';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { apiQuery } from '@/api/query-client';
import { RADIOS } from '@/api/stations';
import type { Station, StationChatLine } from '@/api/types';
import { language, t } from '@/i18n/radio';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { IconButton } from '@/ui/icon-button';
import { QueryView } from '@/ui/query-view';
import { RowsSkeleton } from '@/ui/rows-skeleton';
import { toast } from '@/ui/toast/toast-store';
import { Panel } from './panel';

const LONGEST = 280;
const NEAR = 80; // px from the end within which the view follows new messages

const chatKey = (id: string) => [RADIOS, id, 'chat'] as const;

/** The members' chat on a station. */
export function Chat({ station }: { station: Station }) {
  const signedIn = useSession().status === 'signedIn';
  return (
    <Panel title={t('station.chat')}>
      {signedIn ? (
        <>
          <Lines station={station} />
          <Write station={station} />
        </>
      ) : (
        <p className="text-fg-muted">{t('station.chatSignIn')}</p>
      )}
    </Panel>
  );
}

function Lines({ station }: { station: Station }) {
  const query = useQuery(apiQuery(chatKey(station.id)));
  return (
    <QueryView query={query} skeleton={<RowsSkeleton rowHeight={48} rows={3} />}>
      {({ items }) => <Log station={station} items={items} />}
    </QueryView>
  );
}

function Log({ station, items }: { station: Station; items: StationChatLine[] }) {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const newest = items.at(-1)?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line moves the end
  useEffect(() => {
    if (box.current && atEnd.current) box.current.scrollTop = box.current.scrollHeight;
  }, [newest]);
  return (
    <div
      ref={box}
      role="log"
      aria-live="polite"
      aria-label={t('station.chat')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by keys too
      tabIndex={0}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR;
      }}
      className="max-h-80 overflow-y-auto rounded-lg border border-line bg-surface px-3"
    >
      {items.length === 0 && <p className="py-4 text-fg-muted">{t('station.chatNone')}</p>}
      {items.map((line) => (
        <Line key={line.id} line={line} station={station} onRemoved={() => box.current?.focus()} />
      ))}
    </div>
  );
}

type LineProps = { line: StationChatLine; station: Station; onRemoved: () => void };

function Line({ line: { id, by, isOwn, text, at }, station, onRemoved }: LineProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: () => request(`${RADIOS}/${station.id}/chat/${id}`, { method: 'DELETE' }),
    onSuccess: onRemoved, // its button is removed with it
    onError: (error) =>
      toast({ tone: 'danger', title: t('station.chatNotRemoved'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: () => client.invalidateQueries({ queryKey: chatKey(station.id) }),
  });
  return (
    <div className="flex items-start gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p className="text-fg-muted text-sm">
          {by.name}{' '}
          <time dateTime={at} className="tnum">
            {new Date(at).toLocaleTimeString(language(), { hour: 'numeric', minute: '2-digit' })}
          </time>
        </p>
        <p className="break-words">{text}</p>
      </div>
      {(isOwn || station.canManage) && (
        <IconButton
          size="sm"
          icon={Trash2}
          label={t('station.chatRemove', { text })}
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
        />
      )}
    </div>
  );
}

function Write({ station }: { station: Station }) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const send = useMutation({
    mutationFn: (line: string) => request(`${RADIOS}/${station.id}/chat`, { method: 'POST', body: { text: line } }),
    onSuccess: (_, line) => setText((now) => (now.trim() === line ? '' : now)),
    onSettled: () => client.invalidateQueries({ queryKey: chatKey(station.id) }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !send.isPending) send.mutate(text.trim());
  };
  return (
    <form onSubmit={submit} className="mt-3 flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <Field
          label={t('station.chatLabel')}
          autoComplete="off"
          maxLength={LONGEST}
          value={text}
          error={send.error ? messageOf(send.error, t('ui.loadFailedText')) : undefined}
          onChange={({ target }) => {
            setText(target.value);
            send.reset();
          }}
        />
      </div>
      <Button type="submit" variant="secondary" className="mt-6" pending={send.isPending}>
        {t('station.chatSend')}
      </Button>
    </form>
  );
}
