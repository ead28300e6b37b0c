import { MadeForYou } from './made-for-you';
import { Newest } from './newest';

/** What lies below the first screen, when there is music: it comes by itself, so that the first screen does not wait for it. */
export function Shelves() {
  return (
    <>
      <MadeForYou />
      <Newest />
    </>
  );
}
