import { uploadResult } from '@/api/tus/growing';
import type { Recorder } from '@/dj/recording/recorder';
import { type Recording, tracklistText } from '@/dj/recording/recordings';
import { t } from '@/i18n/desk';
import { time } from '@/lib/format';
import { toast } from '@/ui/toast/toast-store';
import { usePublish } from '../../publish';

export const textOf = ({ tracklist }: Recording) => tracklistText(tracklist, time);

/** Waits until the server has all of a recording, and returns the address of its sound. Rejects if the server refuses it. */
export const soundOf = async (recorder: Recorder, recording: Recording): Promise<string> =>
  (await uploadResult(await recorder.sender.whole(recording))).audioUrl;

/** Makes a mix of a recording, which stays until everything has worked. */
export function useSave(recorder: Recorder, recording: Recording, onSaved: () => void) {
  return usePublish({
    sound: () => soundOf(recorder, recording),
    // As the desk wrote it, with the IDs of the tracks, or as the DJ changed it.
    tracklist: (text) => (text === textOf(recording) ? { tracklist: [...recording.tracklist] } : { text }),
    onSaved: async (_, { title }) => {
      await recorder.forget(recording);
      toast({ title: t('desk.save.saved'), description: t('desk.save.savedText', { title: title.trim() }) });
      onSaved();
    },
  });
}
