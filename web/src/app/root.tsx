import { Outlet, useMatches } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useSession } from '@/api/auth/session';
import { t } from '@/i18n/t';
import { setPageMeta } from '@/lib/page-meta';
import { CommandHost } from './command-host';
import { JingleHost } from './jingle-host';
import { OfflineHost } from './offline-host';
import { PlanHost } from './plan-host';
import { PlaylistHost } from './playlist-host';
import { ShareHost } from './share-host';
import { TagHost } from './tag-host';
import { UploadHost } from './upload-host';

/** Wraps every page: keeps the document's title and description in sync with the page. */
export function Root() {
  const matches = useMatches();
  const session = useSession();
  const main = matches.some((match) => match.routeId === '/main');
  const landing = session.status === 'anonymous' && main;
  // Visitors never see members' pages or their titles.
  const unknown = session.status === 'loading' && main;
  const { title, description } = (landing ? undefined : matches.at(-1)?.staticData) ?? {};
  useEffect(() => {
    if (title !== 'own' && !unknown) setPageMeta(title && t(title), description && t(description));
  }, [title, description, unknown]);
  return (
    <>
      <Outlet />
      <UploadHost />
      <CommandHost />
      <TagHost />
      <PlaylistHost />
      <PlanHost />
      <JingleHost />
      <OfflineHost />
      <ShareHost />
    </>
  );
}
