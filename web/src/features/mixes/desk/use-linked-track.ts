import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { messageOf } from '@/api/error';
import type { Desk } from '@/dj/desk';
import { t } from '@/i18n/desk';
import { trackQuery } from '@/things/track/queries';
import { toast } from '@/ui/toast/toast-store';
import { offerTrack } from './library/offer';

/** Loads the track of the address (`?track=`) into the deck that is free. */
export function useLinkedTrack(desk: Desk) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { track } = useSearch({ strict: false });
  useEffect(() => {
    if (!track) return;
    void navigate({ to: '/mixes', search: { tab: 'crear' }, replace: true }); // so that going back does not load it again
    client.fetchQuery(trackQuery(track)).then(
      (found) => offerTrack(desk, found),
      (error) => toast({ tone: 'danger', title: t('ui.loadFailed'), description: messageOf(error, t('ui.loadFailedText')) }),
    );
  }, [track, desk, client, navigate]);
}
