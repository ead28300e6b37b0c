import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import type { components } from '@/api/schema';
import { language, t } from '@/i18n/diagnostics';
import { moment, second } from '@/lib/format';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { QueryView } from '@/ui/query-view';
import { Select } from '@/ui/select';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast/toast-store';
import { LEVELS, type Level, logQuery } from './queries';

type Log = components['schemas']['Log'];
type Line = components['schemas']['Line'];

const levelOptions = () => LEVELS.map((value) => ({ value, label: t(`diagnostics.level.${value}`) }));

/** The server's log: followed until it is paused, from a level up, searched, and written in more or less detail. */
export function ServerLog() {
  const [level, setLevel] = useState<Level>('debug');
  const [text, setText] = useState('');
  const [follows, setFollows] = useState(true);
  const query = useQuery(logQuery(level, text.trim(), follows));
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end gap-3">
        <div className="w-full sm:w-72">
          <Field label={t('diagnostics.find')} type="search" value={text} onChange={({ target }) => setText(target.value)} />
        </div>
        <Labelled text={t('diagnostics.show')}>
          <Select label={t('diagnostics.show')} value={level} onChange={setLevel} options={levelOptions()} />
        </Labelled>
        {query.data && <WrittenLevel log={query.data} />}
        <Button variant="secondary" onClick={() => setFollows(!follows)}>
          {t(follows ? 'diagnostics.pause' : 'diagnostics.follow')}
        </Button>
      </div>
      <QueryView
        query={query}
        skeleton={<Skeleton className="h-96 w-full rounded-lg" />}
        isEmpty={({ lines }) => lines.length === 0}
        empty={<p className="text-fg-muted">{t('diagnostics.noLines')}</p>}
      >
        {({ lines }) => <Lines lines={lines} follows={follows} />}
      </QueryView>
    </>
  );
}

/** Chooses in how much detail the server logs. It returns to its usual level by itself. */
function WrittenLevel({ log: { level, until } }: { log: Log }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (to: Level) => request('/api/admin/log/level', { method: 'PUT', body: { level: to } }),
    onSuccess: () => toast({ title: t('diagnostics.levelChanged') }),
    onError: (error) =>
      toast({ tone: 'danger', title: t('diagnostics.levelFailed'), description: messageOf(error, t('ui.loadFailedText')) }),
    onSettled: () => client.invalidateQueries({ queryKey: ['/api/admin/log'] }),
  });
  return (
    <Labelled
      text={[t('diagnostics.write'), until && t('diagnostics.until', { when: moment(until, language()) })].filter(Boolean).join(' · ')}
    >
      <Select
        label={t('diagnostics.write')}
        value={change.isPending ? change.variables : level}
        disabled={change.isPending}
        onChange={(to) => change.mutate(to)}
        options={levelOptions()}
      />
    </Labelled>
  );
}

function Labelled({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div>
      <p aria-hidden className="mb-1 font-semibold text-sm">
        {text}
      </p>
      {children}
    </div>
  );
}

const COLOURS: Record<Level, string> = { debug: 'text-fg-muted', info: 'text-fg', warn: 'text-warning', error: 'text-danger' };

/** Lines, oldest first. The newest stays in view while the log is followed and the person has not scrolled up. */
function Lines({ lines, follows }: { lines: Line[]; follows: boolean }) {
  const box = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const newest = lines.at(-1)?.number;
  useEffect(() => {
    if (newest && follows && atEnd.current && box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [newest, follows]);
  return (
    <div
      ref={box}
      role="log"
      aria-live="off"
      aria-label={t('diagnostics.log')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keyboards must be able to
      tabIndex={0}
      onScroll={({ currentTarget: at }) => {
        atEnd.current = at.scrollHeight - at.scrollTop - at.clientHeight < 40;
      }}
      className="h-96 overflow-auto rounded-lg border border-line bg-surface p-3 font-mono text-xs"
    >
      {lines.map(({ number, time, level, message, attributes }) => (
        <p key={number} lang="en" className="break-words py-0.5">
          <time dateTime={time} lang={language()} className="text-fg-muted">
            {second(time, language())}
          </time>{' '}
          <span className={`font-semibold uppercase ${COLOURS[level]}`}>{level}</span> <span className="font-semibold">{message}</span>{' '}
          <span className="text-fg-muted">{attributes}</span>
        </p>
      ))}
    </div>
  );
}
