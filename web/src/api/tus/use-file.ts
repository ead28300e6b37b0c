import { useEffect, useRef, useState } from 'react';
import type { Sending } from './resumable';

/** Bytes per request: they fit into the smallest limit of a request body. */
const CHUNK = 8 << 20;

type Result = Awaited<Sending['done']>;
export type Sent = { file: File; bytes: number; isRetrying: boolean; result: Result | null; error: unknown };

/** Uploads a file as soon as it is chosen. What was sent is deleted when the dialog closes, unless it was kept. */
export function useFile(onResult: (result: Result) => void) {
  const [sent, setSent] = useState<Sent | null>(null);
  const sending = useRef<Sending | null>(null);
  const isKept = useRef(false);

  const choose = async (file: File) => {
    void sending.current?.discard();
    sending.current = null;
    setSent({ file, bytes: 0, isRetrying: false, result: null, error: null });
    const { send, forget } = await import('./resumable');
    const set = (change: Partial<Sent>) => setSent((before) => (before?.file === file ? { ...before, ...change } : before));
    const mine = send(file, {
      chunkSize: CHUNK,
      onProgress: (bytes) => set({ bytes, isRetrying: false }),
      onRetry: () => set({ isRetrying: true }),
    });
    sending.current = mine;
    try {
      const result = await mine.done;
      await forget(file);
      if (sending.current !== mine) return;
      set({ result });
      onResult(result);
    } catch (error) {
      set({ error });
    }
  };

  useEffect(
    () => () => {
      if (!isKept.current) void sending.current?.discard();
    },
    [],
  );
  const keep = () => {
    isKept.current = true;
  };
  return { sent, choose, keep };
}
