import { useInfiniteQuery } from '@tanstack/react-query';
import { Send, Upload } from 'lucide-react';
import { type ReactNode, Suspense, type UIEvent, useEffect, useRef, useState } from 'react';
import { useIsCreator } from '@/api/auth/session';
import { messageOf } from '@/api/error';
import { messagesList } from '@/api/generation';
import type { AIMessage, Generation } from '@/api/types';
import { langOf, t } from '@/i18n/ai';
import { lazily } from '@/lib/until-loaded';
import { AskDialog } from '@/ui/ask-dialog';
import { Button } from '@/ui/button';
import { IconButton } from '@/ui/icon-button';
import { PlanLock } from '@/ui/plan/plan-lock';
import { QueryView } from '@/ui/query-view';
import { RowsSkeleton } from '@/ui/rows-skeleton';
import { Spinner } from '@/ui/spinner';
import { GenerationCard } from './generation-card';
import { LikeChip, useLike } from './like';
import { type Line, useClear, useSend } from './queries';
import { AutoPlay } from './use-play-generation';

const ImportDialog = lazily(() => import('./import-dialog').then((m) => m.ImportDialog));

const QUICK = [1, 2, 3, 4, 5, 6] as const;
const LONGEST = 10_000; // characters

type ChatProps = {
  /** Who makes new music; the operator's choice without it. */
  maker: string | undefined;
  /** A song that new music shall resemble. */
  likeId: string | undefined;
  /** The song is not wanted any more, or was used. */
  onLiked: () => void;
  /** Chooses the maker. */
  choice: (disabled: boolean) => ReactNode;
};

/** The conversation with the composer. */
export function Chat({ maker, likeId, onLiked, choice }: ChatProps) {
  const [text, setText] = useState('');
  const [heard, setHeard] = useState<Generation>();
  const [growing, setGrowing] = useState<Generation>();
  const like = useLike(likeId);
  const send = useSend((music) => {
    setGrowing(music);
    setHeard(music);
  });
  const field = useRef<HTMLInputElement>(null);
  const say = (line: Line) => {
    if ((line.content.trim() === '' && !line.likeTrackId) || send.isPending) return;
    setText(line.content);
    setGrowing(undefined);
    send.mutate(line, {
      onSuccess: () => {
        setText('');
        if (line.likeTrackId) onLiked();
      },
      // The field lost the focus while it was disabled. Where somebody went on to a menu or a button, it stays there.
      onSettled: () =>
        setTimeout(() => {
          const now = document.activeElement;
          if (now === document.body || now === field.current) field.current?.focus();
        }),
    });
  };
  const ask = (content: string) => say({ content, provider: like ? undefined : maker, likeTrackId: like?.id });
  const cards = {
    onSay: (content: string, generationId: string) => say({ content, generationId }),
    onVersion: setHeard,
    isBusy: send.isPending,
  };
  return (
    <section aria-label={t('ai.chat')} className="mx-auto grid max-w-3xl grid-cols-1 gap-4">
      <Log card={(music) => <GenerationCard initial={music} {...cards} />}>
        {send.isPending && (
          <>
            <Bubble type="user">{send.variables.content.trim() || t('ai.like', { title: like?.title ?? '' })}</Bubble>
            <p role="status" className="flex items-center gap-2 text-fg-muted">
              <Spinner size={16} />
              {t('ai.thinking')}
            </p>
            {growing && <GenerationCard initial={growing} {...cards} />}
          </>
        )}
      </Log>
      {like ? <LikeChip like={like} disabled={send.isPending} onRemove={onLiked} /> : <Suggestions disabled={send.isPending} onAsk={ask} />}
      <PlanLock of="aiGenerations" />
      <form
        onSubmit={(event) => {
          event.preventDefault();
          ask(text);
        }}
        className="flex items-center gap-2"
        aria-busy={send.isPending}
      >
        <input
          ref={field}
          type="text"
          enterKeyHint="send"
          autoComplete="off"
          aria-label={t('ai.wish')}
          placeholder={t('ai.wishHint')}
          maxLength={LONGEST}
          value={text}
          disabled={send.isPending}
          aria-invalid={send.isError || undefined}
          aria-describedby={send.isError ? 'ai-refused' : undefined}
          onChange={({ target }) => setText(target.value)}
          className="h-12 min-w-0 flex-1 rounded-full border border-control-line bg-surface px-5 text-base transition placeholder:text-fg-muted hover:border-fg-muted disabled:opacity-55"
        />
        <IconButton type="submit" icon={Send} variant="accent" size="lg" label={t('ai.send')} disabled={send.isPending} />
      </form>
      {send.error && (
        <p id="ai-refused" role="alert" className="text-danger text-sm">
          {messageOf(send.error, t('ui.loadFailedText'), ['detail', 'content', 'prompt', 'non_field_errors'])}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2 empty:hidden">
        {!like && choice(send.isPending)}
        <ImportButton />
      </div>
      {heard && <AutoPlay key={heard.id} initial={heard} />}
    </section>
  );
}

const Suggestions = ({ disabled, onAsk }: { disabled: boolean; onAsk: (content: string) => void }) => (
  <ul
    aria-label={t('ai.quick')}
    className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] md:mx-0 md:flex-wrap md:overflow-visible md:px-0"
  >
    {QUICK.map((n) => (
      <li key={n} className="shrink-0" lang={langOf(`ai.quick.${n}`)}>
        <Button size="sm" variant="outline" disabled={disabled} onClick={() => onAsk(t(`ai.quick.${n}`))}>
          {t(`ai.quick.${n}`)}
        </Button>
      </li>
    ))}
  </ul>
);

/** Adds music that a service made elsewhere, for people who may upload. */
function ImportButton() {
  const [open, setOpen] = useState(false);
  if (!useIsCreator()) return null;
  return (
    <>
      <Button size="sm" variant="ghost" onClick={() => setOpen(true)}>
        <Upload size={16} aria-hidden />
        {t('ai.import')}
      </Button>
      {open && (
        <Suspense>
          <ImportDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

type LogProps = { card: (music: Generation) => ReactNode; children: ReactNode };

/** What was said, newest last. It follows new lines while its end is in view. */
function Log({ card, children }: LogProps) {
  const query = useInfiniteQuery(messagesList);
  const { box, onScroll } = useEnd();
  return (
    <QueryView query={query} skeleton={<RowsSkeleton rowHeight={64} rows={4} />}>
      {({ pages }) => {
        const lines = pages.flatMap(({ items }) => items).toReversed();
        return (
          <div
            ref={box}
            role="log"
            aria-live="polite"
            aria-label={t('ai.log')}
            onScroll={onScroll}
            className="relative max-h-[max(16rem,calc(100dvh-34rem-var(--bars-h)))] md:max-h-[max(20rem,calc(100dvh-27.5rem-var(--bars-h)))] overflow-y-auto rounded-xl border border-line bg-surface p-3 sm:p-4"
          >
            <div className="grid grid-cols-1 content-start gap-4">
              {lines.length === 0 && <p className="text-fg-muted">{t('ai.greeting')}</p>}
              {lines.length > 0 && (
                <div className="flex flex-wrap justify-end gap-2">
                  {query.hasNextPage && (
                    <Button size="sm" variant="ghost" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                      {t('ai.earlier')}
                    </Button>
                  )}
                  <ClearButton />
                </div>
              )}
              {lines.map((line) => (
                <ChatLine key={line.id} line={line} card={card} />
              ))}
              {children}
            </div>
          </div>
        );
      }}
    </QueryView>
  );
}

/** Keeps the end of a box in view while its content grows, also inside a card, unless the person scrolls up. */
function useEnd() {
  const [node, box] = useState<HTMLDivElement | null>(null);
  const atEnd = useRef(true);
  const top = useRef(0);
  useEffect(() => {
    if (node && atEnd.current) node.scrollTop = node.scrollHeight;
  });
  useEffect(() => {
    if (!node?.firstElementChild) return;
    const follow = new ResizeObserver(() => {
      if (atEnd.current) node.scrollTop = node.scrollHeight;
    });
    follow.observe(node.firstElementChild);
    return () => follow.disconnect();
  }, [node]);
  const onScroll = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLDivElement>) => {
    const near = scrollHeight - scrollTop - clientHeight < NEAR;
    if (near || scrollTop < top.current) atEnd.current = near; // content that has just grown is not the person's doing
    top.current = scrollTop;
  };
  return { box, onScroll };
}

function ClearButton() {
  const clear = useClear();
  return (
    <AskDialog
      trigger={
        <Button size="sm" variant="ghost" pending={clear.isPending}>
          {t('ai.clear')}
        </Button>
      }
      title={t('ai.clearAsk')}
      description={t('ai.clearText')}
      action={t('ai.clear')}
      onConfirm={() => clear.mutate()}
    />
  );
}

const NEAR = 80; // px from the end within which the view follows new lines

const ChatLine = ({ line: { type, content, generation }, card }: { line: AIMessage; card: LogProps['card'] }) => (
  <>
    <Bubble type={type}>{content}</Bubble>
    {generation && card(generation)}
  </>
);

const Bubble = ({ type, children }: { type: AIMessage['type']; children: string }) => (
  <div
    data-slot="line"
    data-by={type}
    className={
      type === 'user'
        ? 'ml-10 justify-self-end rounded-xl rounded-br-sm bg-surface-3 px-4 py-2.5'
        : 'mr-10 justify-self-start rounded-xl rounded-bl-sm border border-line px-4 py-2.5'
    }
  >
    <span className="sr-only">{t(`ai.by.${type}`)}</span>
    <p className="whitespace-pre-wrap break-words">{children}</p>
  </div>
);
