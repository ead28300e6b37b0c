import { useQuery } from '@tanstack/react-query';
import { devicesQuery } from '@/api/queries';
import { MadeForYou } from './made-for-you';
import { Newest } from './newest';
import { lastElsewhere, OtherDevice } from './other-device';

/** What lies below the first screen, when there is music: it comes by itself, so that the first screen does not wait for it. */
export function Shelves() {
  const devices = useQuery(devicesQuery);
  if (devices.isPending) return null; // a card that came in later would push the rest down
  const elsewhere = lastElsewhere(devices.data);
  return (
    <>
      {elsewhere && <OtherDevice device={elsewhere} />}
      <MadeForYou />
      <Newest />
    </>
  );
}
