-- +goose Up
-- What operators offer to people, and what it grants them.
create table plan (
  seq integer primary key,
  id text not null unique,
  name text not null,
  description text not null default '',
  rank integer not null,
  month_amount integer, -- minor units; null if the plan is not sold by the month
  month_currency text not null default '',
  year_amount integer,
  year_currency text not null default '',
  trial_days integer not null default 0,
  family_members integer not null default 0, -- who share the plan with the one who pays
  grants text not null, -- JSON, by entitlement
  is_offered integer not null default 0,
  archived_at integer not null default 0,
  version integer not null,
  created_at integer not null,
  updated_at integer not null
) strict;

-- Why people have a plan, and for how long.
create table membership (
  seq integer primary key,
  id text not null unique,
  account integer not null references account on delete cascade,
  plan integer not null references plan,
  source text not null, -- grant, code, stripe, community
  status text not null, -- trialing, active, past_due, canceled, ended
  starts_at integer not null,
  ends_at integer not null default 0, -- of the period that is paid for; 0 for no end
  grace_until integer not null default 0,
  trial_ends_at integer not null default 0,
  past_due_since integer not null default 0,
  canceled_at integer not null default 0,
  cancel_at_period_end integer not null default 0,
  term text not null default '', -- month or year, for which the price is
  amount integer not null default 0,
  currency text not null default '',
  reason text not null default '', -- of the operator who granted or ended it
  granted_by text not null default '', -- ID of that operator's account
  reference text not null default '', -- at its source
  created_at integer not null,
  updated_at integer not null
) strict;
create index membership_account on membership (account);
create index membership_plan on membership (plan);
create unique index membership_reference on membership (source, reference) where reference <> '';

-- Codes with which people get a plan. The text of a code is not kept.
create table premium_batch (
  seq integer primary key,
  id text not null unique,
  plan integer not null references plan,
  count integer not null,
  uses integer not null, -- of each code
  days integer not null default 0, -- for which the plan is granted; 0 for until ends_at
  ends_at integer not null default 0,
  expires_at integer not null default 0, -- 0 for never
  note text not null default '',
  created_by text not null default '', -- ID of the operator's account
  created_at integer not null,
  revoked_at integer not null default 0
) strict;
create index premium_batch_plan on premium_batch (plan);
create table premium_code (
  seq integer primary key,
  batch integer not null references premium_batch on delete cascade,
  hash blob not null unique,
  uses_left integer not null
) strict;
create index premium_code_batch on premium_code (batch);
create table premium_redemption (
  code integer not null references premium_code on delete cascade,
  account integer not null references account on delete cascade,
  at integer not null,
  primary key (code, account)
) strict;
create index premium_redemption_account on premium_redemption (account);

-- People who share the plan of somebody who pays.
create table family_member (
  seq integer primary key,
  id text not null unique,
  payer integer not null references account on delete cascade,
  member integer unique references account on delete cascade, -- null until the person has joined
  email text not null, -- to which the invitation went
  hash blob unique, -- of the invitation; null once it was used
  invited_at integer not null,
  expires_at integer not null,
  joined_at integer not null default 0
) strict;
create index family_member_payer on family_member (payer, joined_at);

-- Payments that services reported.
create table premium_payment (
  seq integer primary key,
  id text not null unique,
  service text not null,
  external text not null, -- ID at the service
  kind text not null, -- payment, refund, end
  account integer references account on delete set null, -- with whom it is matched
  plan integer references plan,
  email text not null default '', -- until it is matched
  payer text not null default '', -- what the service calls the person
  amount integer not null,
  currency text not null,
  tier text not null default '',
  term text not null default '',
  until integer not null default 0, -- to when it is paid, where the service says so
  reference text not null default '', -- what the service calls the payment; a refund has that of the payment
  at integer not null,
  matched_at integer not null default 0,
  created_at integer not null,
  unique (service, external)
) strict;
create index premium_payment_account on premium_payment (account);
create index premium_payment_plan on premium_payment (plan);
create index premium_payment_at on premium_payment (at);
create index premium_payment_reference on premium_payment (service, reference) where reference <> '';
create index premium_payment_unmatched on premium_payment (seq) where matched_at = 0;

-- Messages of payment services, each of which is processed once.
create table premium_event (
  seq integer primary key,
  id text not null unique,
  service text not null,
  external text not null, -- ID at the service
  kind text not null default '',
  body text not null,
  received_at integer not null,
  processed_at integer not null default 0,
  reason text not null default '', -- why it could not be processed, as a message
  unique (service, external)
) strict;
create index premium_event_received on premium_event (received_at);

-- Who an account is at payment services: a customer, or an address that paid.
create table premium_customer (
  service text not null,
  customer text not null,
  account integer not null references account on delete cascade,
  primary key (service, customer)
) strict;
create index premium_customer_account on premium_customer (account);

-- What counts of deleted automixes in the month in which they were made.
create table automix_dropped (
  account integer not null references account on delete cascade,
  created_at integer not null,
  duration integer not null -- ms
) strict;
create index automix_dropped_account on automix_dropped (account);
