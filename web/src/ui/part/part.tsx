import { type ComponentType, useEffect } from 'react';
import { create } from 'zustand';
import { useReach } from '@/api/reach';
import { t } from '@/i18n/t';
import { noticed } from '@/lib/until-loaded';
import { Button } from '../button';
import { Dialog } from '../dialog';
import { NotSent, type Retry } from './not-sent';

type Fetch<P> = () => Promise<ComponentType<P>>;
type State<P> = { Fetched: ComponentType<P> | null; isFetching: boolean; hasFailed: boolean };

const all = new Set<() => Promise<void>>();
let isHeld = false;

/**
 * Fetches the code of all parts now, and what fails again as soon as the server responds: from here on, the page works without
 * the server. Parts that register later follow.
 */
export function holdParts(): void {
  if (isHeld) return;
  isHeld = true;
  fetchAll();
  useReach.subscribe(({ lost }) => !lost && fetchAll());
}

function fetchAll() {
  for (const load of all) void load();
}

/**
 * A component whose code is fetched when it is first shown, or by `holdParts`. Unlike one of React.lazy it never throws: while its
 * code cannot be fetched, it says so in its own place and offers to try again.
 */
export const part = <P extends object>(fetch: Fetch<P>): ComponentType<P> => partOf(fetch, NotSent);

/** As `part`, for a component that is a dialog. */
export const dialogPart = <P extends { onClose: () => void }>(fetch: Fetch<P>): ComponentType<P> => partOf(fetch, FailedDialog);

function partOf<P extends object>(fetch: Fetch<P>, Failed: ComponentType<P & Retry>): ComponentType<P> {
  const useCode = create<State<P>>(() => ({ Fetched: null, isFetching: false, hasFailed: false }));
  const load = async () => {
    const { Fetched, isFetching } = useCode.getState();
    if (Fetched || isFetching) return;
    useCode.setState({ isFetching: true });
    try {
      useCode.setState({ Fetched: await noticed(fetch), isFetching: false });
    } catch (error) {
      console.warn('load part of the page failed', error);
      useCode.setState({ isFetching: false, hasFailed: true });
    }
  };
  all.add(load);
  if (isHeld) void load();
  return function Part(props: P) {
    const { Fetched, isFetching, hasFailed } = useCode();
    useEffect(() => void load(), []);
    if (Fetched) return <Fetched {...props} />;
    return hasFailed && <Failed {...props} isPending={isFetching} onRetry={() => void load()} />;
  };
}

function FailedDialog({ isPending, onRetry, onClose }: Retry & { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('part.title')} description={t('part.text')}>
      <div className="flex justify-end">
        <Button pending={isPending} onClick={onRetry}>
          {t('ui.tryAgain')}
        </Button>
      </div>
    </Dialog>
  );
}
