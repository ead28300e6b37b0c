import type { ComponentType } from 'react';
import { dialogPart } from '@/ui/part/part';
import type { PageDialogProps } from './page-dialog';
import type { PlaylistDialog } from './playlist-menu';

/** The dialogs of a playlist's page. Each loads when it is opened. */
export const PAGE_DIALOGS: Record<PlaylistDialog, ComponentType<PageDialogProps>> = {
  edit: dialogPart(() => import('./edit-dialog').then((m) => m.EditDialog)),
  rules: dialogPart(() => import('./rules/rules-dialog').then((m) => m.RulesDialog)),
  people: dialogPart(() => import('./people-dialog').then((m) => m.PeopleDialog)),
  duplicates: dialogPart(() => import('./duplicates-dialog').then((m) => m.DuplicatesDialog)),
  delete: dialogPart(() => import('./end-dialogs').then((m) => m.DeleteDialog)),
  leave: dialogPart(() => import('./end-dialogs').then((m) => m.LeaveDialog)),
};
