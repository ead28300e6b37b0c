import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Library, Play } from 'lucide-react';
import { displayName, useSession } from '@/api/auth/session';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { libraryStatusQuery } from '@/api/queries';
import { t } from '@/i18n/t';
import { cn } from '@/lib/cn';
import { isPlayable } from '@/player/engine/queue/item';
import { usePlayer } from '@/player/view/use-player';
import { Button } from '@/ui/button';
import { Skeleton } from '@/ui/skeleton';
import { toast } from '@/ui/toast/toast-store';
import { ContinueCard } from './continue-card';
import { startingTracks } from './queries';

export function Hero() {
  const { user } = useSession();
  const name = user?.firstName || (user ? displayName(user) : '');
  return (
    <section className="flex items-center justify-between gap-10 pt-9 pb-8">
      <div className="min-w-0">
        <h1 className="display max-w-[18ch] text-hero leading-[1.06]">{t(greetingAt(new Date().getHours()), { name })}</h1>
        <Lead />
        <div className="mt-6 flex flex-wrap gap-3">
          <StartListening />
          <Button asChild size="lg" variant="secondary">
            <Link to="/library">
              <Library size={18} aria-hidden />
              {t('home.openLibrary')}
            </Link>
          </Button>
        </div>
      </div>
      <ContinueCard />
    </section>
  );
}

function greetingAt(hour: number) {
  if (hour >= 5 && hour < 12) return 'home.greeting.morning' as const;
  return hour >= 12 && hour < 18 ? ('home.greeting.afternoon' as const) : ('home.greeting.evening' as const);
}

/** The number of songs and artists. */
function Lead() {
  const { data, isPending } = useQuery(libraryStatusQuery);
  const look = 'mt-3 max-w-[46ch] text-fg-muted text-[1.0625rem] leading-relaxed';
  if (isPending)
    return (
      <div className={cn(look, 'flex h-[1.625em] items-center')}>
        <Skeleton className="h-5 w-72 max-w-full" />
      </div>
    );
  if (!data) return null;
  if (data.stats.tracks === 0) return <p className={look}>{t('home.lead.empty')}</p>;
  const songs = t('home.songs', { n: data.stats.tracks });
  return <p className={look}>{t('home.lead.library', { songs, artists: t('home.artists', { n: data.stats.artists }) })}</p>;
}

/** Plays the last played songs and then the newest. With nothing to play, it opens the search. */
function StartListening() {
  const player = usePlayer();
  const client = useQueryClient();
  const navigate = useNavigate();
  const start = useMutation({
    mutationFn: async () => startingTracks(client, () => request('/api/tracks', { query: { limit: 50 } })),
    onSuccess: (tracks) => {
      const playable = tracks.filter(isPlayable);
      if (playable.length === 0) return navigate({ to: '/search' });
      player.play(playable, 0, { kind: 'home', title: t('nav.home'), href: '/' });
    },
    onError: (error) => toast({ tone: 'danger', title: t('home.startFailed'), description: messageOf(error, t('ui.loadFailedText')) }),
  });
  return (
    <Button size="lg" pending={start.isPending} onClick={() => start.mutate()}>
      {!start.isPending && <Play size={18} className="fill-current" aria-hidden />}
      {t('home.startListening')}
    </Button>
  );
}
