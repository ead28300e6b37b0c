import type { components } from '@/api/schema';
import { t } from '@/i18n/admin/premium';

export type Payment = components['schemas']['PremiumPayment'];

export const payerOf = ({ email }: Payment) => email || t('adminPremium.unknownPayer');
