import { useQuery } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import type { Track } from '@/api/types';
import { langOf, t } from '@/i18n/ai';
import { CoverGrid, CoverGridSkeleton } from '@/things/list/cover-grid';
import { usePlayback } from '@/things/play/playback';
import { TrackCard } from '@/things/track/track-card';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { QueryView } from '@/ui/query-view';
import { aiTracksQuery, HOW_MANY, madeByAI, mostLikedQuery, mostPlayed, newest } from './tracks';

type TabProps = { label: string; href: string; onCreate: () => void };

export const RecentTab = (props: TabProps) => <AllTracks {...props} cards={HOW_MANY.recent} shown={newest} />;
export const TrendingTab = (props: TabProps) => <AllTracks {...props} cards={12} shown={mostPlayed} />;

export function FeaturedTab({ onCreate, ...props }: TabProps) {
  const query = useQuery({ ...mostLikedQuery, select: (tracks) => madeByAI(tracks).slice(0, HOW_MANY.featured) });
  return (
    <QueryView query={query} skeleton={<CoverGridSkeleton cards={HOW_MANY.featured} />} empty={<NoTracks onCreate={onCreate} />}>
      {(tracks) => <Tracks tracks={tracks} {...props} />}
    </QueryView>
  );
}

type AllTracksProps = TabProps & { cards: number; shown: (tracks: readonly Track[]) => Track[] };

function AllTracks({ cards, shown, onCreate, ...props }: AllTracksProps) {
  const query = useQuery({ ...aiTracksQuery, select: madeByAI });
  return (
    <QueryView query={query} skeleton={<CoverGridSkeleton cards={cards} />} empty={<NoTracks onCreate={onCreate} />}>
      {(tracks) => <Tracks tracks={shown(tracks)} {...props} />}
    </QueryView>
  );
}

function Tracks({ tracks, label, href }: { tracks: readonly Track[]; label: string; href: string }) {
  const { stateOf, play, toggle } = usePlayback(tracks, { kind: 'ai', title: t('title.aiMusic'), href });
  return (
    <CoverGrid
      label={label}
      items={tracks}
      keyOf={({ id }) => id}
      render={(track) => <TrackCard track={track} state={stateOf(track)} onToggle={toggle} onPlay={play} />}
    />
  );
}

const NoTracks = ({ onCreate }: { onCreate: () => void }) => (
  <EmptyState
    icon={Sparkles}
    title={t('ai.none')}
    text={t('ai.noneText')}
    action={
      <Button lang={langOf('ai.first')} onClick={onCreate}>
        {t('ai.first')}
      </Button>
    }
  />
);
