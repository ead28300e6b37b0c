import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useSession } from '@/api/auth/session';
import { messageOf } from '@/api/error';
import type { MixComment, MixDetail } from '@/api/types';
import { language, t } from '@/i18n/mix';
import { day, longTime } from '@/lib/format';
import { usePaint } from '@/player/view/use-player';
import type { usePaged } from '@/things/list/use-paged';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { IconButton } from '@/ui/icon-button';
import { QueryView } from '@/ui/query-view';
import { RowsSkeleton } from '@/ui/rows-skeleton';
import { useComment, useRemoveComment } from './queries';

const LONGEST = 500;

type Paged = ReturnType<typeof usePaged<MixComment>>;
type CommentsProps = { mix: MixDetail; comments: Paged; isCurrent: boolean; onSeek?: (seconds: number) => void };

/** What people wrote about moments of a mix. */
export function Comments({ mix, comments, isCurrent, onSeek }: CommentsProps) {
  const signedIn = useSession().status === 'signedIn';
  const list = useRef<HTMLUListElement>(null);
  return (
    <section aria-labelledby="mix-comments">
      <h2 id="mix-comments" className="display text-xl">
        {t('mix.comments')}
        {comments.total > 0 && <span className="tnum ml-2 text-base text-fg-muted">{comments.total}</span>}
      </h2>
      {signedIn ? <Write mix={mix} isCurrent={isCurrent} /> : <p className="mt-3 text-fg-muted">{t('mix.commentSignIn')}</p>}
      <QueryView
        query={comments}
        skeleton={<RowsSkeleton rowHeight={56} rows={3} />}
        empty={signedIn && <p className="mt-4 text-fg-muted">{t('mix.noComments')}</p>}
      >
        {(items) => (
          <ul ref={list} tabIndex={-1} aria-labelledby="mix-comments" className="mt-4 grid gap-1 outline-none">
            {items.map((comment) => (
              <Comment key={comment.id} mix={mix} comment={comment} onSeek={onSeek} onRemoved={() => list.current?.focus()} />
            ))}
          </ul>
        )}
      </QueryView>
      {comments.data && comments.data.length < comments.total && (
        <Button variant="ghost" className="mt-2" onClick={comments.retryMore ?? comments.loadMore}>
          {t('mix.commentsMore')}
        </Button>
      )}
    </section>
  );
}

type CommentProps = { mix: MixDetail; comment: MixComment; onSeek?: (seconds: number) => void; onRemoved: () => void };

function Comment({ mix, comment: { id, by, isOwn, seconds, text, at }, onSeek, onRemoved }: CommentProps) {
  const remove = useRemoveComment(mix.id);
  const moment = longTime(seconds);
  return (
    <li className="flex items-start gap-2 py-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 text-fg-muted text-sm">
          {by.id ? (
            <Link to="/users/$userId" params={{ userId: by.id }} className="font-semibold text-fg leading-6 hover:underline">
              {by.name}
            </Link>
          ) : (
            <span className="font-semibold text-fg">{by.name}</span>
          )}
          <button
            type="button"
            disabled={!onSeek}
            aria-label={t('mix.jumpTo', { at: moment })}
            onClick={() => onSeek?.(seconds)}
            className="tnum rounded-sm text-accent-text leading-6 enabled:hover:underline"
          >
            {moment}
          </button>
          <time dateTime={at}>{day(at, language())}</time>
        </p>
        <p className="break-words">{text}</p>
      </div>
      {(isOwn || mix.canManage) && (
        <IconButton
          size="sm"
          icon={Trash2}
          label={t('mix.commentRemove', { text })}
          disabled={remove.isPending}
          onClick={() => remove.mutate(id, { onSuccess: onRemoved })}
        />
      )}
    </li>
  );
}

/** The comment is about the moment at which its writing began. */
function Write({ mix, isCurrent }: { mix: MixDetail; isCurrent: boolean }) {
  const [text, setText] = useState('');
  const [seconds, setSeconds] = useState(0);
  const position = useRef(0);
  const send = useComment(mix.id);
  usePaint((at) => {
    position.current = isCurrent ? at : 0;
  });
  const begin = () => text === '' && setSeconds(Math.floor(position.current));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted === '' || send.isPending) return;
    send.mutate({ seconds, text: wanted }, { onSuccess: () => setText('') });
  };
  return (
    <form onSubmit={submit} className="mt-3 flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <Field
          label={t('mix.commentAt', { at: longTime(seconds) })}
          autoComplete="off"
          maxLength={LONGEST}
          value={text}
          error={send.error ? messageOf(send.error, t('ui.loadFailedText')) : undefined}
          onFocus={begin}
          onChange={({ target }) => {
            begin();
            setText(target.value);
            send.reset();
          }}
        />
      </div>
      <Button type="submit" variant="secondary" className="mt-6.5" pending={send.isPending} disabled={text.trim() === ''}>
        {t('mix.commentSend')}
      </Button>
    </form>
  );
}
