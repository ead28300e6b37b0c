import { t } from '@/i18n/t';
import { loadNow, useUnsent } from '@/lib/until-loaded';
import { Spinner } from '../spinner';
import { NotSent } from './not-sent';

/** In place of code that loads by `untilLoaded`: a spinner or, while the server does not send it, a sentence and a way to ask at once. */
export function Waiting({ size }: { size?: number }) {
  const { failed, loading } = useUnsent();
  if (failed > 0) return <NotSent isPending={loading > 0} onRetry={loadNow} />;
  return <Spinner label={t('ui.loading')} size={size} />;
}
