import type { Role } from '@/api/types';
import { t } from '@/i18n/settings';

const ROLES: readonly Role[] = ['listener', 'creator', 'admin'];
export const roleOptions = (roles = ROLES) => roles.map((value) => ({ value, label: t(`nav.role.${value}`) }));
