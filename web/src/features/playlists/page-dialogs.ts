import type { ComponentType } from 'react';
import { lazily } from '@/lib/until-loaded';
import type { PageDialogProps } from './page-dialog';
import type { PlaylistDialog } from './playlist-menu';

/** The dialogs of a playlist's page. Each loads when it is opened. */
export const PAGE_DIALOGS: Record<PlaylistDialog, ComponentType<PageDialogProps>> = {
  edit: lazily(() => import('./edit-dialog').then((m) => m.EditDialog)),
  rules: lazily(() => import('./rules/rules-dialog').then((m) => m.RulesDialog)),
  people: lazily(() => import('./people-dialog').then((m) => m.PeopleDialog)),
  duplicates: lazily(() => import('./duplicates-dialog').then((m) => m.DuplicatesDialog)),
  delete: lazily(() => import('./end-dialogs').then((m) => m.DeleteDialog)),
  leave: lazily(() => import('./end-dialogs').then((m) => m.LeaveDialog)),
};
