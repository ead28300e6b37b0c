import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { t } from '@/i18n/notifications';
import { Button } from '@/ui/button';
import { OpenFrame } from './auth-frame';
import { useSecret } from './use-secret';

/** The target of the link in a summary: after confirmation, stops the summaries without signing in. */
export function UnsubscribePage() {
  const token = useSecret() ?? '';
  const stop = useMutation({
    mutationFn: () => request('/api/notifications/unsubscribe', { method: 'POST', query: { token }, auth: 'credentials' }),
  });
  if (stop.isSuccess) {
    return (
      <OpenFrame title={t('unsubscribe.done')} lead={t('unsubscribe.doneText')} focusTitle="done">
        <Home variant="primary" />
      </OpenFrame>
    );
  }
  if (stop.error) {
    return (
      <OpenFrame title={t('unsubscribe.failed')} lead={messageOf(stop.error, t('ui.loadFailedText'))} focusTitle="failed">
        <Home variant="secondary" />
      </OpenFrame>
    );
  }
  return (
    <OpenFrame title={t('unsubscribe.title')} lead={t('unsubscribe.text')}>
      <Button size="lg" className="w-full" pending={stop.isPending} onClick={() => stop.mutate()}>
        {t('unsubscribe.action')}
      </Button>
    </OpenFrame>
  );
}

const Home = ({ variant }: { variant: 'primary' | 'secondary' }) => (
  <Button asChild size="lg" variant={variant} className="w-full">
    <Link to="/">{t('unsubscribe.home')}</Link>
  </Button>
);
