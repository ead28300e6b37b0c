import { CircleCheck, CircleDashed, CircleX, Hourglass } from 'lucide-react';
import { useState } from 'react';
import { type PlainKey, t } from '@/i18n/auth';
import { Button } from '@/ui/button';
import { Panel } from './panel';
import { CHECKS, type Check, judge, type Verdict } from './suite';

/** The authentication test suite: runs the checks in sequence and shows their results. */
export function SuitePanel() {
  const { verdicts, running, run } = useSuite();
  const passed = verdicts.filter(({ state }) => state === 'passed').length;
  const started = running || verdicts.length > 0;
  return (
    <Panel
      title={t('dev.suite')}
      aside={
        <Button size="sm" variant="secondary" pending={running} onClick={() => void run()}>
          {running ? t('dev.running') : started ? t('dev.again') : t('dev.run')}
        </Button>
      }
    >
      <p className="text-fg-muted text-sm">{t('dev.suiteText')}</p>
      <p role="status" className="tnum mt-2 min-h-5 font-semibold text-sm">
        {started && !running && t('dev.summary', { passed, total: CHECKS.length })}
      </p>
      <ul className="mt-2 divide-y divide-line text-sm">
        {CHECKS.map((check, i) => (
          <Row key={check.name} check={check} verdict={verdicts[i]} />
        ))}
      </ul>
    </Panel>
  );
}

function useSuite() {
  const [verdicts, setVerdicts] = useState<Verdict[]>([]);
  const [running, setRunning] = useState(false);
  const run = async () => {
    setRunning(true);
    setVerdicts([]);
    for (const check of CHECKS) {
      const verdict = await judge(check);
      setVerdicts((earlier) => [...earlier, verdict]);
    }
    setRunning(false);
  };
  return { verdicts, running, run };
}

const FACES = {
  passed: { icon: CircleCheck, label: 'dev.passed', colour: 'text-success' },
  failed: { icon: CircleX, label: 'dev.failed', colour: 'text-danger' },
  limited: { icon: Hourglass, label: 'dev.limited', colour: 'text-warning' },
} as const satisfies Record<Verdict['state'], { icon: typeof CircleCheck; label: PlainKey; colour: string }>;

function Row({ check, verdict }: { check: Check; verdict?: Verdict }) {
  const face = verdict && FACES[verdict.state];
  const Icon = face?.icon ?? CircleDashed;
  return (
    <li data-state={verdict?.state} className="flex items-start gap-3 py-2">
      <Icon
        size={16}
        role={face && 'img'}
        aria-label={face && t(face.label)}
        aria-hidden={face ? undefined : true}
        className={`mt-0.5 shrink-0 ${face?.colour ?? 'text-fg-faint'}`}
      />
      <div className="min-w-0 flex-1">
        <p>{t(check.name)}</p>
        {verdict?.note && <p className="break-words text-fg-muted text-xs">{verdict.note}</p>}
      </div>
      {verdict && <span className="tnum shrink-0 text-fg-muted text-xs">{t('dev.duration', { n: verdict.duration })}</span>}
    </li>
  );
}
