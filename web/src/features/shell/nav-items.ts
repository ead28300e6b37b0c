import {
  Bell,
  Clock,
  Compass,
  Crown,
  Disc3,
  House,
  Library,
  type LucideIcon,
  Radio,
  Search,
  Settings,
  Shield,
  Sparkles,
} from 'lucide-react';
import type { PlainKey } from '@/i18n/t';

export type NavItem = {
  to: string;
  /** Another page of this section, with an address of its own. */
  otherPage?: string;
  label: PlainKey;
  icon: LucideIcon;
};

export const GROUPS: { label?: PlainKey; items: NavItem[] }[] = [
  {
    items: [
      { to: '/', label: 'nav.home', icon: House },
      { to: '/search', label: 'nav.search', icon: Search },
      { to: '/library', label: 'nav.library', icon: Library },
      { to: '/radios', label: 'nav.radio', icon: Radio },
    ],
  },
  {
    label: 'nav.group.creative',
    items: [
      { to: '/ai-music', label: 'nav.aiMusic', icon: Sparkles },
      { to: '/dj-mix', otherPage: '/mixes', label: 'nav.djMix', icon: Disc3 },
    ],
  },
  {
    label: 'nav.group.premium',
    items: [
      { to: '/premium', label: 'nav.premium', icon: Crown },
      { to: '/whats-new', label: 'nav.whatsNew', icon: Bell },
      { to: '/recents', label: 'nav.recents', icon: Clock },
      { to: '/updates', label: 'nav.updates', icon: Compass },
    ],
  },
];

export const ADMIN = '/admin';

/** Below the groups. The server enforces the permissions of the admin area, so everyone sees the link. */
export const FOOT: NavItem[] = [
  { to: '/settings', label: 'nav.settings', icon: Settings },
  { to: ADMIN, label: 'nav.admin', icon: Shield },
];

export const TABS: NavItem[] = [
  { to: '/', label: 'nav.home', icon: House },
  { to: '/search', label: 'nav.search', icon: Search },
  { to: '/library', label: 'nav.tab.library', icon: Library },
  { to: '/radios', label: 'nav.tab.radio', icon: Radio },
];
