type Devices = Pick<MediaDevices, 'enumerateDevices' | 'addEventListener' | 'removeEventListener'>;

/** Calls back once the output is gone: what plays on it would move to the speakers. Returns a function that ends this. */
export function whenGone(devices: Devices, deviceId: string, gone: () => void): () => void {
  const stop = () => devices.removeEventListener('devicechange', look);
  async function look() {
    const all = await devices.enumerateDevices();
    if (all.some((device) => device.kind === 'audiooutput' && device.deviceId === deviceId)) return;
    stop();
    gone();
  }
  devices.addEventListener('devicechange', look);
  return stop;
}
