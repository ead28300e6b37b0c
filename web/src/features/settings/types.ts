/** JSON of the account endpoints, by hand until the schema has them. */

export type Passkey = { id: string; name: string; createdAt: string; lastUsedAt: string | null };
export type NewPasskey = Passkey & {
  /** Given with the first second factor of an account, and only then. */
  recoveryCodes?: string[];
};
export type Identity = { provider: string; label: string; email: string; createdAt: string };

/** How a person can sign in, and what is going on with the account. */
export type Security = {
  hasPassword: boolean;
  totp: boolean;
  recoveryCodesLeft: number;
  passkeys: Passkey[];
  identities: Identity[];
  factorRequired: boolean;
  factorDueAt: string | null;
  isVerified: boolean;
  pendingEmail: string | null;
  deleteAt: string | null;
};

export type PasskeyCreation = { ceremony: string; options: PublicKeyCredentialCreationOptionsJSON };

export type Device = {
  id: string;
  current: boolean;
  /** «Firefox on Linux». */
  device: string;
  userAgent: string;
  address: string;
  createdAt: string;
  lastUsedAt: string;
};

export type Scope = 'stream' | 'full';
export type AppPassword = { id: string; name: string; scope: Scope; createdAt: string; lastUsedAt: string | null };
export type NewAppPassword = AppPassword & { secret: string };

/** A copy of everything the server holds about the person, being made or ready. */
export type DataExport = {
  id: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** 0 to 1. */
  progress: number;
  createdAt: string;
  expiresAt: string | null;
  /** Bytes. */
  size: number | null;
};
