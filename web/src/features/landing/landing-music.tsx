import { useQuery } from '@tanstack/react-query';
import { t } from '@/i18n/landing';
import { PlayerBar } from '@/player/view/player-bar';
import { usePlayback } from '@/things/play/playback';
import { TrackCard } from '@/things/track/track-card';
import { LandingStations } from './landing-stations';
import { landingTracksQuery } from './queries';

/** Music on the landing page: public songs and stations. */
export function LandingMusic() {
  return (
    <>
      <Songs />
      <LandingStations />
      <PlayerBar />
    </>
  );
}

/** A few public songs. Hidden if there are none. */
function Songs() {
  const tracks = useQuery(landingTracksQuery).data ?? [];
  const { stateOf, play, toggle } = usePlayback(tracks, { kind: 'landing', title: t('landing.music'), href: '/' });
  if (tracks.length === 0) return null;
  return (
    <section className="mx-auto max-w-6xl px-5 py-16">
      <h2 className="display landing-section">{t('landing.music')}</h2>
      <p className="mt-2 text-fg-muted">{t('landing.musicText')}</p>
      <ul className="mt-7 grid grid-cols-2 gap-5 sm:grid-cols-3 lg:grid-cols-6">
        {tracks.map((track) => (
          <li key={track.id}>
            <TrackCard track={track} state={stateOf(track)} onToggle={toggle} onPlay={play} likable={false} />
          </li>
        ))}
      </ul>
    </section>
  );
}
