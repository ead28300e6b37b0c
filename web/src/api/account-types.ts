import type { AppConfig, User } from './types';

/** JSON of the account endpoints, by hand until the schema has them. */

type Provider = { id: string; label: string };

/** The public configuration, with what sign-in needs to know. */
export type SignInConfig = AppConfig & {
  registration?: 'open' | 'invitation' | 'closed';
  providers?: Provider[];
  /** The domain passkeys belong to; empty where they cannot work. */
  passkeys?: string;
};

/** What every finished sign-in answers. */
export type Grant = {
  access: string;
  refresh: string;
  user: User;
  /** Given by an identity provider. */
  first_name?: string;
  email?: string;
  /** Given once, when the second factor was set up on the way in. */
  recoveryCodes?: string[];
};

/** What may complete a sign-in whose password was right. */
export type Factor = 'totp' | 'passkey' | 'recovery' | 'enrol';

/** A new second factor: what the app on the person's phone has to learn. */
export type Enrolment = { secret: string; uri: string; qr: string; enrolment: string };

export type PasskeyRequest = { ceremony: string; options: PublicKeyCredentialRequestOptionsJSON };

export type Detail = { detail: string };

export type GoogleConfig = { configured: boolean; clientId?: string; callback?: string; scope?: string };
