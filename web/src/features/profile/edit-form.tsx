import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { ApiError, messageOf } from '@/api/error';
import { type ProfileFields, profileOf, useSaveProfile } from '@/api/profile';
import type { User } from '@/api/types';
import { t } from '@/i18n/settings';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Switch } from '@/ui/switch';
import { TextArea } from '@/ui/text-area';
import { toast } from '@/ui/toast/toast-store';
import { type PhotoChange, savePhoto } from './photo';
import { PhotoField } from './photo-field';
import { webAddress } from './website';

const today = () => new Date().toISOString().slice(0, 10);

const schema = () => {
  const text = z.string();
  return z.object({
    firstName: text,
    lastName: text,
    email: z.email(t('auth.emailInvalid')),
    bio: text,
    location: text,
    website: text.check(z.refine((value) => value.trim() === '' || webAddress(value) !== null, t('profile.websiteInvalid'))),
    phoneNumber: text.check(z.refine((value) => /^[\d +().-]*$/.test(value), t('profile.phoneInvalid'))),
    dateOfBirth: text.check(z.refine((value) => value <= today(), t('profile.birthInvalid'))),
    isPrivate: z.boolean(),
    emailNotifications: z.boolean(),
    pushNotifications: z.boolean(),
  });
};

/** The profile form, with the photo. */
export function EditForm({ user, onDone }: { user: User; onDone: () => void }) {
  const form = useForm<ProfileFields>({ resolver: standardSchemaResolver(schema()), defaultValues: profileOf(user) });
  const [photo, setPhoto] = useState<PhotoChange>(null);
  const [progress, setProgress] = useState<number>();
  const save = useSaveAll(form, () => setPhoto(null), setProgress, onDone);
  const refusal = save.error instanceof ApiError ? save.error.fieldErrors.file?.[0] : undefined;
  return (
    <form noValidate onSubmit={form.handleSubmit((fields) => save.mutate({ fields, photo }))} className="grid gap-4">
      <PhotoField user={user} photo={photo} onChange={setPhoto} progress={progress} refusal={refusal} />
      <Fields form={form} />
      <div className="mt-2 flex justify-end gap-3">
        <Button variant="ghost" onClick={onDone}>
          {t('ask.cancel')}
        </Button>
        <Button type="submit" pending={save.isPending}>
          {save.isPending ? t('profile.saving') : t('profile.save')}
        </Button>
      </div>
    </form>
  );
}

/** Uploads the photo, then saves the fields. The server's errors appear next to their fields, and the dialog stays open. */
function useSaveAll(
  form: UseFormReturn<ProfileFields>,
  onPhotoSent: () => void,
  setProgress: (share: number | undefined) => void,
  onDone: () => void,
) {
  const client = useQueryClient();
  const { mutateAsync: saveProfile } = useSaveProfile();
  return useMutation({
    mutationFn: async ({ fields, photo }: { fields: ProfileFields; photo: PhotoChange }) => {
      await savePhoto(client, photo, setProgress);
      onPhotoSent();
      return saveProfile(fields);
    },
    onSuccess: ({ email, pendingEmail }) => {
      const more = [t('profile.savedText')];
      if (pendingEmail) more.push(t('profile.pendingEmail', { email: pendingEmail }));
      if (email !== form.formState.defaultValues?.email) more.push(t('profile.newEmail', { email }));
      toast({ title: t('profile.saved'), description: more.join(' ') });
      onDone();
    },
    onError: (error) => {
      toast({ tone: 'danger', title: t('profile.failed'), description: messageOf(error, t('profile.failedText')) });
      if (!(error instanceof ApiError)) return;
      const wrong = Object.entries(error.fieldErrors).filter(([field]) => field in form.getValues());
      for (const [i, [field, [message]]] of wrong.entries()) {
        form.setError(field as keyof ProfileFields, { message }, { shouldFocus: i === 0 });
      }
    },
    onSettled: () => setProgress(undefined),
  });
}

function Fields({ form }: { form: UseFormReturn<ProfileFields> }) {
  const { errors } = form.formState;
  const field = (name: keyof ProfileFields) => ({ error: errors[name]?.message, ...form.register(name) });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('auth.firstName')} autoComplete="given-name" maxLength={150} {...field('firstName')} />
        <Field label={t('auth.lastName')} autoComplete="family-name" maxLength={150} {...field('lastName')} />
      </div>
      <Field label={t('auth.email')} type="email" required autoComplete="email" {...field('email')} />
      <TextArea label={t('profile.bio')} maxLength={1000} {...field('bio')} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t('profile.location')} maxLength={100} {...field('location')} />
        <Field label={t('profile.website')} type="url" autoComplete="url" placeholder="https://" maxLength={200} {...field('website')} />
        <Field label={t('profile.phone')} type="tel" autoComplete="tel" maxLength={32} {...field('phoneNumber')} />
        <Field label={t('profile.birth')} type="date" autoComplete="bday" max={today()} {...field('dateOfBirth')} />
      </div>
      <div className="grid gap-4 border-line border-t pt-4">
        <Switch label={t('settings.private')} hint={t('settings.privateHint')} {...form.register('isPrivate')} />
        <Switch label={t('settings.emailNotices')} hint={t('settings.emailNoticesHint')} {...form.register('emailNotifications')} />
        <Switch label={t('settings.pushNotices')} hint={t('settings.pushNoticesHint')} {...form.register('pushNotifications')} />
      </div>
    </>
  );
}
