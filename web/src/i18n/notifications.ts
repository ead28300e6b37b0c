import { notifications } from './spec/notifications';
import { addTexts } from './t';

/** `t` with the texts of notifications and following. They load with their pages. */
addTexts(notifications);

export * from './t';
