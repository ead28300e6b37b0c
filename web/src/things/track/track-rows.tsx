import { type ReactNode, useRef } from 'react';
import type { ListKey } from '@/api/lists';
import type { Track } from '@/api/types';
import type { PlayContext } from '@/player/engine/queue/item';
import { LetterRail } from '@/things/list/letter-rail';
import type { ListControls } from '@/things/list/list-controls';
import type { usePages } from '@/things/list/pages';
import { QueryView } from '@/ui/query-view';
import { TrackList, TrackListSkeleton } from './track-list';

type TrackRowsProps = {
  list: ListKey<Track>;
  pages: ReturnType<typeof usePages<Track>>;
  label: string;
  context: PlayContext;
  empty: ReactNode;
  sound?: boolean;
};

/** A list of tracks of any length, with its letters at the side if it is sorted by name. */
export function TrackRows({ list, pages, label, context, empty, sound }: TrackRowsProps) {
  const controls = useRef<ListControls>(null);
  return (
    <QueryView query={pages} skeleton={<TrackListSkeleton />} empty={empty}>
      {(items) => (
        <div className="flex gap-3">
          <div className="min-w-0 flex-1">
            <TrackList
              // Another order is a different list, shown from its top.
              key={JSON.stringify(list)}
              label={label}
              tracks={items}
              context={context}
              sound={sound}
              selectable
              controls={controls}
              onRange={pages.onRange}
              load={pages.load}
              onRetry={pages.onRetry}
            />
          </div>
          <LetterRail list={list} onJump={(index) => controls.current?.jump(index)} />
        </div>
      )}
    </QueryView>
  );
}
