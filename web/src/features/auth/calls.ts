import { request } from '@/api/client';
import type { ConfirmedEmail, Detail, Enrolment, Grant, InvitationValid, PasskeyRequest } from '@/api/types';
import { startAuthentication } from '@/lib/webauthn';

/** The calls of the sign-in screens. A 401 concerns what was sent, never a session. */
const post = <T>(path: string, body: object) => request<T>(path, { method: 'POST', body, auth: 'credentials' });

/** A code from the authenticator app, or a recovery code. */
export const sendCode = (challenge: string, code: string) => post<Grant>('/api/auth/login/code', { challenge, code });

export const beginEnrolment = (challenge: string) => post<Enrolment>('/api/auth/login/enrol/begin', { challenge });

export const finishEnrolment = (challenge: string, enrolment: string, code: string) =>
  post<Grant>('/api/auth/login/enrol', { challenge, enrolment, code });

/** With the attempt's challenge, a second factor; without one, the passkey is the whole sign-in. */
export async function signInWithPasskey(challenge?: string): Promise<Grant> {
  const { ceremony, options } = await post<PasskeyRequest>('/api/auth/passkeys/login/begin', challenge ? { challenge } : {});
  return post<Grant>('/api/auth/passkeys/login', { ceremony, credential: await startAuthentication(options) });
}

export const askForReset = (email: string) => post<Detail>('/api/auth/password/forgot', { email });

export const resetPassword = (token: string, password: string) =>
  post<Detail>('/api/auth/password/reset', { token, password1: password, password2: password });

export const verifyEmail = (token: string) => post<Detail>('/api/auth/verify', { token });

export const resendVerification = (email: string) => post<Detail>('/api/auth/verify/resend', { email });

export const confirmEmail = (token: string) => post<ConfirmedEmail>('/api/auth/email/confirm', { token });

export const lookAtInvitation = (token: string) => post<InvitationValid>('/api/auth/invitation', { token });
