import { ApiError, messageOf } from '@/api/error';
import { t } from '@/i18n/admin/premium';

/** The server's sentences about the fields of a form. */
export const fieldErrorsOf = (error: unknown): Record<string, string[] | undefined> => (error instanceof ApiError ? error.fieldErrors : {});

/** Why a form could not be sent, except for what stands beside its fields. */
export function Problem({ error, beside = [] }: { error: unknown; beside?: readonly string[] }) {
  if (error === null) return null;
  const others = Object.entries(fieldErrorsOf(error)).filter(([field]) => !beside.includes(field));
  const isAllBeside = error instanceof ApiError && Object.keys(error.fieldErrors).length > 0 && others.length === 0;
  if (isAllBeside) return null;
  return (
    <p role="alert" className="text-danger text-sm">
      {others[0]?.[1]?.[0] ?? messageOf(error, t('adminPremium.notDone'))}
    </p>
  );
}
