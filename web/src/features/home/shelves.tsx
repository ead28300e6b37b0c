import { useQuery } from '@tanstack/react-query';
import { devicesQuery } from '@/api/queries';
import { MadeForYou } from './made-for-you';
import { Newest } from './newest';
import { lastElsewhere, OtherDevice } from './other-device';

/** The sections below the first screen. They load separately, so that the first screen does not wait for them. */
export function Shelves() {
  const devices = useQuery(devicesQuery);
  if (devices.isPending) return null; // a card that appeared later would push the rest down
  const elsewhere = lastElsewhere(devices.data);
  return (
    <>
      {elsewhere && <OtherDevice device={elsewhere} />}
      <MadeForYou />
      <Newest />
    </>
  );
}
