import { useQuery } from '@tanstack/react-query';
import { Copy, Link2, UserMinus } from 'lucide-react';
import { membersQuery } from '@/api/playlists';
import type { Playlist, PlaylistMember } from '@/api/types';
import { language, t } from '@/i18n/playlists';
import { copyText } from '@/lib/copy';
import { day } from '@/lib/format';
import { Avatar } from '@/ui/avatar';
import { Button } from '@/ui/button';
import { Dialog } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { IconButton } from '@/ui/icon-button';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast/toast-store';
import { useInvite, useRemoveMember, useRevoke } from './people';

/** The members of a playlist, and the invitation link. */
export function PeopleDialog({ playlist, onClose }: { playlist: Playlist; onClose: () => void }) {
  const members = useQuery(membersQuery(playlist.id));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('playlist.peopleTitle')} description={t('playlist.peopleLead')}>
      {playlist.isOwner && <LinkField playlist={playlist} />}
      <QueryView query={members} skeleton={<Skeleton className="h-24 w-full" />}>
        {(people) => <People playlist={playlist} people={people} />}
      </QueryView>
    </Dialog>
  );
}

/** The link, once it is created or requested: not everyone who sees the dialog should read it. */
function LinkField({ playlist }: { playlist: Playlist }) {
  const create = useInvite(playlist);
  const revoke = useRevoke(playlist);
  const url = create.data && new URL(create.data.url, location.origin).href;
  const copy = () =>
    url &&
    copyText(url).then(
      () => toast({ title: t('playlist.linkCopied'), description: playlist.name }),
      () => toast({ tone: 'danger', title: t('playlist.notCopied') }),
    );
  const end = (
    <Button variant="ghost" size="sm" pending={revoke.isPending} onClick={() => revoke.mutate(undefined, { onSuccess: create.reset })}>
      {t('playlist.linkRevoke')}
    </Button>
  );
  if (!url) {
    return (
      <div className="flex flex-wrap items-center gap-2">
        <Button size="sm" pending={create.isPending} onClick={() => create.mutate()}>
          <Link2 size={16} aria-hidden />
          {t(playlist.hasInvitation ? 'playlist.linkShow' : 'playlist.linkCreate')}
        </Button>
        {playlist.hasInvitation && end}
      </div>
    );
  }
  return (
    <div className="grid gap-3">
      <Field label={t('playlist.link')} readOnly value={url} onFocus={({ target }) => target.select()} />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => void copy()}>
          <Copy size={16} aria-hidden />
          {t('playlist.linkCopy')}
        </Button>
        {end}
      </div>
    </div>
  );
}

function People({ playlist, people }: { playlist: Playlist; people: PlaylistMember[] }) {
  const remove = useRemoveMember(playlist);
  return (
    <>
      <ul className="grid gap-1">
        {people.map((person) => (
          <li key={person.id} className="flex items-center gap-3 py-1.5">
            <Avatar
              user={{ id: person.id, firstName: person.name, lastName: '', profileImageUrl: person.imageUrl }}
              className="size-9 text-sm"
            />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-semibold">{person.name}</span>
              <span className="block text-fg-muted text-sm">
                {person.isOwner ? t('playlist.owner') : t('playlist.member', { day: day(person.joinedAt, language()) })}
              </span>
            </span>
            {playlist.isOwner && !person.isOwner && (
              <IconButton
                icon={UserMinus}
                label={t('playlist.memberRemove', { name: person.name })}
                disabled={remove.isPending}
                onClick={() => remove.mutate(person)}
              />
            )}
          </li>
        ))}
      </ul>
      {people.every((person) => person.isOwner) && <p className="text-fg-muted">{t('playlist.nobody')}</p>}
    </>
  );
}
