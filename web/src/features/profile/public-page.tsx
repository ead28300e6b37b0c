import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { t } from '@/i18n/settings';
import { usePageMeta } from '@/lib/page-meta';
import { FollowButton, Followers } from '@/things/follow/follow-button';
import { isNotFound, NotHere } from '@/things/page/not-here';
import { Badge } from '@/ui/badge';
import { Button } from '@/ui/button';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { LikedCards } from './liked-songs';
import { ProfileHeader } from './profile-header';
import { publicProfileQuery } from './queries';
import { Section } from './section';

/** /users/$userId: a person's public profile. A private profile looks like one that does not exist. */
export function PublicPage() {
  const { userId = '' } = useParams({ strict: false });
  const query = useQuery(publicProfileQuery(userId));
  const gone = isNotFound(query.error);
  usePageMeta(query.data ? query.data.name || t('profile.nameless') : gone ? t('profile.notHere') : undefined);
  if (gone) {
    return (
      <>
        <h1 className="sr-only">{t('title.profile')}</h1>
        <NotHere title={t('profile.notHere')} text={t('profile.notHereText')} />
      </>
    );
  }
  return (
    <QueryView query={query} skeleton={<Skeleton className="mt-6 h-40 w-full rounded-lg" />}>
      {(person) => (
        <>
          <ProfileHeader
            person={person}
            badges={
              <>
                <Badge tone="accent">{t('profile.musicLover')}</Badge>
                {person.isPrivate && <Badge tone="outline">{t('profile.private')}</Badge>}
              </>
            }
            actions={
              <>
                {person.isSelf ? (
                  <Button asChild variant="secondary">
                    <Link to="/profile">{t('nav.profile')}</Link>
                  </Button>
                ) : (
                  !person.isPrivate && <FollowButton kind="person" id={person.id} name={person.name || t('profile.nameless')} />
                )}
                <span className="self-center text-fg-muted">
                  <Followers kind="person" id={person.id} />
                </span>
              </>
            }
          />
          {person.likedSongs.length > 0 && (
            <Section title={t('profile.liked')}>
              <LikedCards tracks={person.likedSongs} href={`/users/${person.id}`} />
            </Section>
          )}
        </>
      )}
    </QueryView>
  );
}
