import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { userQuery } from './auth/session';
import { request } from './client';
import type { User } from './types';

/** The complete body of PUT /api/user/profile. */
export type ProfileFields = Pick<
  User,
  | 'firstName'
  | 'lastName'
  | 'email'
  | 'bio'
  | 'location'
  | 'website'
  | 'phoneNumber'
  | 'isPrivate'
  | 'emailNotifications'
  | 'pushNotifications'
> & {
  /** YYYY-MM-DD, or empty. */
  dateOfBirth: string;
};

export const profileOf = (user: User): ProfileFields => ({
  firstName: user.firstName,
  lastName: user.lastName,
  email: user.email,
  bio: user.bio,
  location: user.location,
  website: user.website,
  phoneNumber: user.phoneNumber,
  dateOfBirth: user.dateOfBirth ?? '',
  isPrivate: user.isPrivate,
  emailNotifications: user.emailNotifications,
  pushNotifications: user.pushNotifications,
});

/** Shows the person as the server returned them, everywhere. */
export const showUser = (client: QueryClient, user: User) => client.setQueryData(userQuery.queryKey, user);

/** Changes the profile; the server's response replaces the cached person. */
export function useSaveProfile() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (fields: ProfileFields) => request('/api/user/profile', { method: 'PUT', body: fields }),
    onSuccess: (user) => showUser(client, user),
  });
}
