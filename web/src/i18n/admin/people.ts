import { peopleTable } from '../spec/admin/people';
import { addTexts } from '../t';

/** `t` with the texts of the operator's table of people. They load with its page. */
addTexts(peopleTable, () => import('../es/admin/people').then((m) => m.peopleTable));

export * from '../t';
