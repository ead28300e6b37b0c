import { type ComponentType, lazy } from 'react';
import type { PageDialogProps } from './page-dialog';
import type { PlaylistDialog } from './playlist-menu';

/** The dialogs of a playlist's page. Each loads when it is opened. */
export const PAGE_DIALOGS: Record<PlaylistDialog, ComponentType<PageDialogProps>> = {
  edit: lazy(() => import('./edit-dialog').then((m) => ({ default: m.EditDialog }))),
  rules: lazy(() => import('./rules/rules-dialog').then((m) => ({ default: m.RulesDialog }))),
  people: lazy(() => import('./people-dialog').then((m) => ({ default: m.PeopleDialog }))),
  duplicates: lazy(() => import('./duplicates-dialog').then((m) => ({ default: m.DuplicatesDialog }))),
  delete: lazy(() => import('./end-dialogs').then((m) => ({ default: m.DeleteDialog }))),
  leave: lazy(() => import('./end-dialogs').then((m) => ({ default: m.LeaveDialog }))),
};
