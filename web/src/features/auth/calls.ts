import { request } from '@/api/client';
import type { Grant } from '@/api/types';
import { startAuthentication } from '@/lib/browser/webauthn';

/** The calls of the sign-in screens. A 401 concerns what was sent, never a session. */
const sent = <B>(body: B) => ({ method: 'POST', body, auth: 'credentials' }) as const;

/** A code from the authenticator app, or a recovery code. */
export const sendCode = (challenge: string, code: string) => request('/api/auth/login/code', sent({ challenge, code }));

export const beginEnrolment = (challenge: string) => request('/api/auth/login/enrol/begin', sent({ challenge }));

export const finishEnrolment = (challenge: string, enrolment: string, code: string) =>
  request('/api/auth/login/enrol', sent({ challenge, enrolment, code }));

/** With the attempt's challenge, a second factor; without one, the passkey is the whole sign-in. */
export async function signInWithPasskey(challenge?: string): Promise<Grant> {
  const { ceremony, options } = await request('/api/auth/passkeys/login/begin', sent(challenge ? { challenge } : {}));
  return request('/api/auth/passkeys/login', sent({ ceremony, credential: await startAuthentication(options) }));
}

export const askForReset = (email: string) => request('/api/auth/password/forgot', sent({ email }));

export const resetPassword = (token: string, password: string) =>
  request('/api/auth/password/reset', sent({ token, password1: password, password2: password }));

export const verifyEmail = (token: string) => request('/api/auth/verify', sent({ token }));

export const resendVerification = (email: string) => request('/api/auth/verify/resend', sent({ email }));

export const confirmEmail = (token: string) => request('/api/auth/email/confirm', sent({ token }));

export const lookAtInvitation = (token: string) => request('/api/auth/invitation', sent({ token }));
