import type { Gap } from '@/dj/recording/recordings';
import { t } from '@/i18n/desk';
import { longTime } from '@/lib/format';
import { useOtherTab } from './other-tab';

/** The places where sound is missing in a recording. */
export function GapNotes({ gaps }: { gaps: readonly Gap[] }) {
  return gaps.map(({ at, missing }) => (
    <p key={at} role="status" className="desk-note">
      {t('desk.gap', { at: longTime(at), length: longTime(missing) })}
    </p>
  ));
}

/** Says that a tab with another version of the app keeps this one from its recordings. */
export function OtherVersion({ version }: { version: 'newer' | 'older' }) {
  return (
    <p role="alert" className="desk-note">
      {t(`desk.otherVersion.${version}`)}
    </p>
  );
}

/** Says if the desk is open twice: both play and record, each for itself. */
export function OtherTab() {
  if (!useOtherTab()) return null;
  return (
    <p role="status" className="desk-note">
      {t('desk.otherTab')}
    </p>
  );
}
