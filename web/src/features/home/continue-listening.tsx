import { Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { t } from '@/i18n/t';
import { seedOf } from '@/lib/art';
import { usePlayer } from '@/player/view/use-player';
import { Button } from '@/ui/button';
import { Cover } from '@/ui/cover';
import { Section } from './section';

/** What this browser played last, with its place in the queue, ready to resume. */
export function ContinueListening() {
  const player = usePlayer();
  // Later playback is in the bar: a shelf that appeared then would push the page down.
  const [wasLoaded] = useState(player.current !== null);
  if (!wasLoaded || !player.current) return null;
  const { track, details } = player.current;
  const Icon = player.isPlaying ? Pause : Play;
  const name = { title: track.title, artist: track.artist || t('track.unknownArtist') };
  return (
    <Section title={t('home.continue')}>
      <div className="flex h-24 items-center gap-4 rounded-xl border border-line bg-surface p-3">
        <Cover
          url={track.coverImageUrl}
          seed={seedOf({ album: details.album, title: track.title })}
          sizes="72px"
          eager
          className="size-18 shrink-0 rounded-md"
        />
        <div className="min-w-0 flex-1">
          <p className="truncate font-semibold">{track.title}</p>
          <p className="truncate text-fg-muted text-sm">
            {[track.artist, player.queue.context?.title].filter((text) => text && text !== track.title).join(' · ')}
          </p>
        </div>
        <Button aria-label={t(player.isPlaying ? 'track.pauseNamed' : 'track.playNamed', name)} onClick={() => player.toggle()}>
          <Icon size={18} className="fill-current" aria-hidden />
          <span className="@md:inline hidden">{t(player.isPlaying ? 'player.pause' : 'player.play')}</span>
        </Button>
      </div>
    </Section>
  );
}
