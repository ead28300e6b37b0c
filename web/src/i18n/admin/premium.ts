import { adminPremium } from '../spec/admin/premium';
import { addTexts } from '../t';

/** `t` with the texts of the operator's page about plans and payments. They load with it. */
addTexts(adminPremium, () => import('../es/admin/premium').then((m) => m.adminPremium));

export * from '../t';
