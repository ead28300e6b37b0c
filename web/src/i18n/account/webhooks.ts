import { webhooks } from '../spec/account/webhooks';
import { addTexts } from '../t';

/** `t` with the texts of webhooks. They load with the settings of the account's security. */
addTexts(webhooks, () => import('../es/account/webhooks').then((m) => m.webhooks));

export * from '../t';
