import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { request } from '@/api/client';
import { messageOf } from '@/api/error';
import { t } from '@/i18n/admin-settings';
import { Button } from '@/ui/button';
import { Group, Row } from '@/ui/group';

/** Measures the connection to the database that the server uses. */
export function ConnectionTest() {
  const test = useMutation({ mutationFn: () => request('/api/admin/database/test', { method: 'POST' }) });
  const said = () => {
    if (test.error) return t('adminSettings.test.failed', { error: messageOf(test.error, t('ui.loadFailedText')) });
    if (!test.data) return '';
    return test.data.ok
      ? t('adminSettings.test.ok', { ms: test.data.latencyMs })
      : t('adminSettings.test.failed', { error: test.data.error });
  };
  return (
    <Group title={t('adminSettings.test.title')}>
      <Row
        label={t('adminSettings.test.database')}
        hint={
          <>
            {t('adminSettings.test.databaseText')}{' '}
            <Link to="/admin/database" className="link">
              {t('adminSettings.test.page')}
            </Link>
            <p role="status" className="font-semibold text-fg">
              {said()}
            </p>
          </>
        }
      >
        <Button variant="secondary" pending={test.isPending} onClick={() => test.mutate()}>
          {t('adminSettings.test.database')}
        </Button>
      </Row>
    </Group>
  );
}
