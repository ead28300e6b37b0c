import { useSession } from '@/api/auth/session';
import { messageOf } from '@/api/error';
import { type ProfileFields, profileOf, useSaveProfile } from '@/api/profile';
import { t } from '@/i18n/settings';
import { Switch } from '@/ui/switch';
import { toast } from '@/ui/toast/toast-store';

type Field = 'isPrivate';

/** A switch of the profile: saved immediately, and reverted if the server refuses. */
export function ProfileSwitch({ field, label, hint }: { field: Field; label: string; hint: string }) {
  const { user } = useSession();
  const save = useSaveProfile();
  if (!user) return null;
  const saving: Partial<ProfileFields> | undefined = save.isPending ? save.variables : undefined;
  return (
    <Switch
      className="py-4"
      label={label}
      hint={hint}
      checked={saving?.[field] ?? user[field]}
      disabled={save.isPending}
      onChange={(event) =>
        save.mutate(
          { ...profileOf(user), [field]: event.target.checked },
          {
            onError: (error) =>
              toast({ tone: 'danger', title: t('settings.notSaved'), description: messageOf(error, t('ui.loadFailedText')) }),
          },
        )
      }
    />
  );
}
