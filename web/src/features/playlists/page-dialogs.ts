import { type ComponentType, lazy } from 'react';
import { untilLoaded } from '@/lib/until-loaded';
import type { PageDialogProps } from './page-dialog';
import type { PlaylistDialog } from './playlist-menu';

/** The dialogs of a playlist's page. Each loads when it is opened. */
export const PAGE_DIALOGS: Record<PlaylistDialog, ComponentType<PageDialogProps>> = {
  edit: lazy(untilLoaded(() => import('./edit-dialog').then((m) => ({ default: m.EditDialog })))),
  rules: lazy(untilLoaded(() => import('./rules/rules-dialog').then((m) => ({ default: m.RulesDialog })))),
  people: lazy(untilLoaded(() => import('./people-dialog').then((m) => ({ default: m.PeopleDialog })))),
  duplicates: lazy(untilLoaded(() => import('./duplicates-dialog').then((m) => ({ default: m.DuplicatesDialog })))),
  delete: lazy(untilLoaded(() => import('./end-dialogs').then((m) => ({ default: m.DeleteDialog })))),
  leave: lazy(untilLoaded(() => import('./end-dialogs').then((m) => ({ default: m.LeaveDialog })))),
};
