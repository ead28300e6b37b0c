import { useEffect, useRef, useState } from 'react';
import { t } from '@/i18n/now-playing';
import { useEngine } from './use-player';

/** Announces a new song to screen readers. Restored or restarted songs are not announced. */
export function Announcer() {
  const engine = useEngine();
  const [said, say] = useState('');
  const last = useRef('');
  useEffect(() => {
    last.current = engine.snapshot().current?.uid ?? '';
    return engine.on('start', ({ uid, track }) => {
      if (uid === last.current) return;
      last.current = uid;
      say(t('player.announce', { title: track.title, artist: track.artist || t('track.unknownArtist') }));
    });
  }, [engine]);
  return (
    <p aria-live="polite" data-slot="announcer" className="sr-only">
      {said}
    </p>
  );
}
