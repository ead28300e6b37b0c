import { useLock } from '@/api/plan';
import { PlanLock } from '@/ui/plan/plan-lock';
import { Switch } from '@/ui/switch';

type PublicSwitchProps = { label: string; hint?: string; wasPublic: boolean; isPublic: boolean; onChange: (isPublic: boolean) => void };

/** Whether visitors hear a station. With a plan without private stations, one that was public stays so, and one that was private may. */
export function PublicSwitch({ wasPublic, isPublic, onChange, ...words }: PublicSwitchProps) {
  const isLocked = useLock('privateStations') !== null && wasPublic;
  if (!isLocked) return <Switch {...words} checked={isPublic} onChange={({ target }) => onChange(target.checked)} />;
  return (
    <div>
      <p className="font-semibold">{words.label}</p>
      <PlanLock of="privateStations" className="mt-1" />
    </div>
  );
}
