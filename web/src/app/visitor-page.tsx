import { useQuery } from '@tanstack/react-query';
import { configQuery } from '@/api/queries';
import { LandingPage } from '@/features/landing/landing-page';
import { landingStationsQuery, landingTracksQuery } from '@/features/landing/queries';
import { lazily } from '@/lib/until-loaded';

const DeveloperPanels = lazily(() => import('@/features/diagnostics/developer-panels').then((m) => m.DeveloperPanels));

const LandingMusic = lazily(() => import('@/features/landing/landing-music').then((m) => m.LandingMusic));

/** The landing page, with public music and, if the operator's setting says so, the developer panels. */
export function VisitorPage() {
  const config = useQuery(configQuery);
  const { developerPanels, landingMusic = false } = config.data ?? {};
  const tracks = useQuery({ ...landingTracksQuery, enabled: landingMusic });
  const stations = useQuery({ ...landingStationsQuery, enabled: landingMusic });
  const ready = !config.isPending && !(landingMusic && (tracks.isPending || stations.isPending));
  return <LandingPage ready={ready} music={landingMusic && <LandingMusic />} panels={developerPanels && <DeveloperPanels />} />;
}
