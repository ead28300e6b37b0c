type Devices = Pick<MediaDevices, 'enumerateDevices' | 'addEventListener'>;

/** The outputs besides the default one. Browsers name them only to pages that may use the microphone: `areHidden` until then. */
export type Outputs = { named: readonly MediaDeviceInfo[]; areHidden: boolean };

export async function outputsOf(devices: Pick<MediaDevices, 'enumerateDevices'>): Promise<Outputs> {
  const outputs = (await devices.enumerateDevices()).filter(({ kind }) => kind === 'audiooutput');
  return {
    named: outputs.filter(({ deviceId, label }) => deviceId && label && deviceId !== 'default'),
    areHidden: outputs.length > 0 && outputs.every(({ label }) => !label),
  };
}

/** Asks for the permission with which the browser names the outputs. Rejects if it is denied. */
export async function unhide(devices: Pick<MediaDevices, 'getUserMedia'>): Promise<void> {
  const stream = await devices.getUserMedia({ audio: true });
  for (const track of stream.getTracks()) track.stop();
}

/** Calls back once the output is gone: what plays on it would move to the speakers. Returns a function that ends this. */
export function whenGone(devices: Devices, deviceId: string, gone: () => void): () => void {
  const stop = new AbortController();
  async function look() {
    const all = await devices.enumerateDevices();
    if (stop.signal.aborted || all.some((device) => device.kind === 'audiooutput' && device.deviceId === deviceId)) return;
    stop.abort();
    gone();
  }
  devices.addEventListener('devicechange', look, { signal: stop.signal });
  void look(); // it may be gone already: opening an output takes time
  return () => stop.abort();
}
