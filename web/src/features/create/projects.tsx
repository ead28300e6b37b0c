import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FolderKanban } from 'lucide-react';
import { newestPlaylistsQuery } from '@/api/playlists';
import { apiQuery } from '@/api/query-client';
import { language, t } from '@/i18n/create';
import { day } from '@/lib/format';
import { Button } from '@/ui/button';
import { Cover } from '@/ui/cover';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { Skeleton } from '@/ui/skeleton';
import { type Project, projectsOf } from './project';

/** Requested per kind, and shown in total. */
const LIMIT = 30;

/** The person's recent projects of all kinds, newest first. */
export function Projects({ onStart }: { onStart: () => void }) {
  const projects = useQueries({
    queries: [
      newestPlaylistsQuery(LIMIT),
      apiQuery(['/api/account/tracks', { limit: LIMIT }]),
      apiQuery(['/api/mixes', { limit: LIMIT, show: 'own' }]),
    ],
    combine: (lists) => {
      const [{ data: playlists }, { data: tracks }, { data: mixes }] = lists;
      return {
        data: playlists && tracks && mixes ? projectsOf({ playlists, tracks, mixes }).slice(0, LIMIT) : undefined,
        error: lists.find(({ error }) => error)?.error ?? null,
        isPending: lists.some(({ isPending }) => isPending),
        refetch: () => lists.map(({ refetch }) => refetch()),
      };
    },
  });
  return (
    <QueryView query={projects} skeleton={<Skeleton className="h-64 w-full" />} empty={<NothingMade onStart={onStart} />}>
      {(list) => (
        <ul aria-label={t('create.projects')} className="grid gap-1">
          {list.map((project) => (
            <Row key={`${project.kind} ${project.id}`} project={project} />
          ))}
        </ul>
      )}
    </QueryView>
  );
}

function Row({ project }: { project: Project }) {
  const { kind, name, to, coverUrl, seed, at, isContinued } = project;
  return (
    <li className="relative flex items-center gap-3 rounded-md p-2 transition hover:bg-surface-2">
      <Cover url={coverUrl} seed={seed} sizes="48px" className="size-12 rounded-sm!" />
      <span className="min-w-0 flex-1">
        <Link to={to} className="block truncate font-semibold leading-6 after:absolute after:inset-0 after:rounded-md hover:underline">
          {name}
        </Link>
        <span className="block truncate text-fg-muted text-sm">
          {t(`create.kind.${kind}`)} · {day(at, language())}
        </span>
      </span>
      <Button asChild size="sm" variant="secondary" className="relative z-1">
        <Link to={to} aria-label={`${t(isContinued ? 'create.continue' : 'create.openIt')}: ${name}`}>
          {t(isContinued ? 'create.continue' : 'create.openIt')}
        </Link>
      </Button>
    </li>
  );
}

function NothingMade({ onStart }: { onStart: () => void }) {
  return (
    <EmptyState
      icon={FolderKanban}
      title={t('create.projectsEmpty')}
      text={t('create.projectsEmptyText')}
      action={<Button onClick={onStart}>{t('create.start')}</Button>}
    />
  );
}
