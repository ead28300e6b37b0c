import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { useOperates } from '@/api/admin-area';
import { configQuery } from '@/api/queries';
import { withTexts } from '@/i18n/t';
import { firstScreen } from '@/lib/first-screen';
import { lazily } from '@/lib/until-loaded';

const MaintenanceNotice = lazily(() => import('./maintenance-notice').then(withTexts).then((m) => m.MaintenanceNotice));

/** The notice of the server's maintenance, which loads when there is one. */
export function MaintenanceBar() {
  const [asks, setAsks] = useState(false);
  useEffect(() => void firstScreen().then(() => setAsks(true)), []);
  const maintenance = useQuery({ ...configQuery, enabled: asks }).data?.maintenance;
  const operator = useOperates();
  if (!maintenance) return null;
  return (
    <Suspense>
      <MaintenanceNotice maintenance={maintenance} operator={operator} />
    </Suspense>
  );
}
