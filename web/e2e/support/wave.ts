const RATE = 44_100;

/** A WAV file of a tone, 16 bit mono. The same tone and length have the same bytes. */
export function wave(hertz: number, seconds: number): Buffer {
  const samples = Math.round(RATE * seconds);
  const file = Buffer.alloc(44 + samples * 2);
  file.write('RIFF', 0);
  file.writeUInt32LE(36 + samples * 2, 4);
  file.write('WAVEfmt ', 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(RATE * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36);
  file.writeUInt32LE(samples * 2, 40);
  for (let i = 0; i < samples; i++) file.writeInt16LE(Math.round(Math.sin((2 * Math.PI * hertz * i) / RATE) * 12_000), 44 + i * 2);
  return file;
}

/** A WAV file of clicks at a steady tempo: bursts of 1 kHz, every fourth one louder. */
export function clicks(bpm: number, seconds: number): Buffer {
  const file = wave(1000, seconds);
  for (let i = 0; i < RATE * seconds; i++) {
    const beat = ((i / RATE) * bpm) / 60;
    const since = ((beat % 1) * 60) / bpm;
    const level = (Math.floor(beat) % 4 === 0 ? 1 : 0.6) * Math.exp(-since * 40);
    file.writeInt16LE(Math.round(file.readInt16LE(44 + 2 * i) * level), 44 + 2 * i);
  }
  return file;
}
