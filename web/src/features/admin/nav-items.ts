import {
  Activity,
  BellRing,
  BookOpen,
  ChartColumn,
  Crown,
  Database,
  Disc3,
  Gauge,
  ListMusic,
  type LucideIcon,
  Radio,
  Settings,
  Sparkles,
  Stethoscope,
  Users,
} from 'lucide-react';
import type { PlainKey } from '@/i18n/admin';

export type AdminItem = { to: string; label: PlainKey; icon: LucideIcon };

export const SECTIONS: AdminItem[] = [
  { to: '/admin', label: 'admin.dashboard', icon: Gauge },
  { to: '/admin/radios', label: 'admin.radios', icon: Radio },
  { to: '/admin/playlists', label: 'admin.music', icon: ListMusic },
  { to: '/admin/mixes', label: 'admin.mixes', icon: Disc3 },
  { to: '/admin/ia', label: 'admin.ia', icon: Sparkles },
  { to: '/admin/users', label: 'admin.users', icon: Users },
  { to: '/admin/premium', label: 'admin.premium', icon: Crown },
  { to: '/admin/analytics', label: 'admin.analytics', icon: ChartColumn },
  { to: '/admin/status', label: 'admin.status', icon: Activity },
  { to: '/admin/alerts', label: 'admin.alerts', icon: BellRing },
  { to: '/admin/diagnostics', label: 'admin.diagnostics', icon: Stethoscope },
  { to: '/admin/database', label: 'admin.database', icon: Database },
  { to: '/admin/settings', label: 'admin.settings', icon: Settings },
  { to: '/admin/manual', label: 'admin.manual', icon: BookOpen },
];

export const TABS: AdminItem[] = [
  { to: '/admin', label: 'admin.dashboard', icon: Gauge },
  { to: '/admin/radios', label: 'admin.tab.radios', icon: Radio },
  { to: '/admin/playlists', label: 'admin.tab.music', icon: ListMusic },
  { to: '/admin/ia', label: 'admin.tab.ai', icon: Sparkles },
  { to: '/admin/settings', label: 'admin.settings', icon: Settings },
];
