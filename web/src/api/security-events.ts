/** An entry of the audit log, by hand until the schema has it. */
export type SecurityEvent = {
  at: string;
  kind: string;
  address: string;
  /** «Firefox on Linux». */
  device: string;
  detail: string;
  actor: 'you' | 'account' | 'operator' | 'visitor';
  /** The operator's list says whom it concerns and which account did it. */
  email?: string | null;
  actorEmail?: string | null;
};
