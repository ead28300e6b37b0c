import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { langOf, type PlainKey, t } from '@/i18n/later';
import { Button } from '@/ui/button';
import { EmptyState } from '@/ui/empty-state';
import { PageHeader } from '@/ui/page-header';
import { Tabs } from '@/ui/tabs';

const WAYS = {
  library: { to: '/library', label: 'later.library' },
  search: { to: '/search', label: 'later.search' },
  newest: { to: '/whats-new', label: 'later.newest' },
} as const;

type Way = keyof typeof WAYS;
type AbsentProps = { icon: LucideIcon; title: PlainKey; text: PlainKey; way: Way };

/** A link to a page that works. */
export function WayOn({ way }: { way: Way }) {
  const { to, label } = WAYS[way];
  return (
    <Button asChild>
      <Link to={to}>{t(label)}</Link>
    </Button>
  );
}

function Absent({ icon, title, text, way }: AbsentProps) {
  return <EmptyState icon={icon} title={t(title)} text={t(text)} action={<WayOn way={way} />} />;
}

/** A page whose tabs are all empty. The selected tab is in the address. */
export function TabbedPage({
  title,
  lead,
  tabs,
}: {
  title: string;
  lead?: string;
  tabs: (AbsentProps & { value: string; label: PlainKey })[];
}) {
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const chosen = tabs.find((tab) => tab.value === search.tab) ?? tabs[0];
  if (!chosen) return null;
  return (
    <>
      <PageHeader title={title} lead={lead} />
      <Tabs
        label={title}
        value={chosen.value}
        onChange={(tab) => void navigate({ to: '.', search: { tab }, replace: true })}
        tabs={tabs.map(({ value, label }) => ({ value, label: t(label), lang: langOf(label) }))}
      >
        <Absent {...chosen} />
      </Tabs>
    </>
  );
}
