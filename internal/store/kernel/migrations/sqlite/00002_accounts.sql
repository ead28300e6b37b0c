-- +goose Up

alter table account add column verified_at integer not null default 0; -- the e-mail address is proven
alter table account add column delete_at integer not null default 0;   -- when it is to be deleted
alter table account add column language text not null default '';      -- of mails: en, es, '' as the browser says
alter table account add column pending_email text not null default ''; -- to replace email once both are confirmed
alter table account add column factor_due_at integer not null default 0; -- from when sign-in wants a second factor
alter table account add column totp_secret blob;                       -- sealed; null: none
alter table account add column totp_at integer not null default 0;
alter table account add column totp_step integer not null default 0;   -- the last 30-second step a code was taken of
alter table session add column name text not null default '';           -- what its owner calls the device, '' as the browser says

-- What an identity provider calls an account.
create table identity (
  provider text not null,
  subject text not null,
  account integer not null references account on delete cascade,
  email text not null,
  created_at integer not null,
  last_used_at integer not null,
  primary key (provider, subject)
) strict, without rowid;
create index identity_account on identity (account);

create table passkey (
  seq integer primary key,
  id text not null unique,
  account integer not null references account on delete cascade,
  credential_id blob not null unique,
  credential text not null, -- JSON
  name text not null,
  created_at integer not null,
  last_used_at integer not null
) strict;
create index passkey_account on passkey (account);

create table recovery_code (
  account integer not null references account on delete cascade,
  hash blob not null, -- SHA-256
  used_at integer not null,
  primary key (account, hash)
) strict, without rowid;

-- Passwords for players that cannot do the rest of a sign-in.
create table app_password (
  seq integer primary key,
  id text not null unique,
  account integer not null references account on delete cascade,
  hash blob not null unique, -- SHA-256
  name text not null,
  scope text not null,
  created_at integer not null,
  last_used_at integer not null,
  last_address text not null
) strict;
create index app_password_account on app_password (account);

-- Single-use links in mails, and ceremonies that begin in one request and end in the next.
create table ticket (
  hash blob not null primary key, -- SHA-256 of what the link holds
  purpose text not null,
  account integer references account on delete cascade,
  data text not null,
  created_at integer not null,
  expires_at integer not null
) strict;
create index ticket_account on ticket (account);
create index ticket_expiry on ticket (expires_at);

create table invitation (
  seq integer primary key,
  id text not null unique,
  hash blob not null unique,
  note text not null,
  role text not null,
  uses_left integer not null,
  created_at integer not null,
  expires_at integer not null
) strict;

-- The audit log.
create table security_event (
  seq integer primary key,
  at integer not null,
  account integer references account on delete set null, -- whom it concerns
  actor text not null,   -- account.id of who did it, '' for a visitor, 'operator' for the command line
  kind text not null,
  address text not null,
  user_agent text not null,
  detail text not null
) strict;
create index security_event_account on security_event (account, seq);
create index security_event_at on security_event (at);

-- The outbox. Without a mail server messages stay here.
create table mail (
  seq integer primary key,
  id text not null unique,
  account integer references account on delete cascade,
  kind text not null,
  language text not null,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at integer not null,
  sent_at integer not null,
  attempts integer not null,
  next_at integer not null, -- of the next attempt; 0: none
  error text not null
) strict;
create index mail_due on mail (next_at) where next_at > 0;

-- Work that outlives a request.
create table job (
  seq integer primary key,
  id text not null unique,
  kind text not null,
  account integer references account on delete cascade, -- whose work it is
  payload text not null, -- JSON
  state text not null,   -- waiting, running, done, failed
  attempts integer not null,
  run_at integer not null,
  leased_until integer not null,
  progress real not null, -- 0 to 1
  result text not null,   -- JSON
  error text not null,
  created_at integer not null,
  finished_at integer not null
) strict;
create index job_due on job (run_at) where state in ('waiting', 'running');
create index job_account on job (account, kind);
