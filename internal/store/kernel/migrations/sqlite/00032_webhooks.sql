-- +goose Up
-- Addresses to which people have the events of their account posted.
create table webhook (
  seq integer primary key,
  id text not null unique,
  account integer not null references account on delete cascade,
  address text not null,
  events text not null, -- with a space around each
  secret blob not null, -- sealed
  created_at integer not null,
  is_paused integer not null default 0, -- by the person
  is_stopped integer not null default 0, -- by the server
  problem text not null default '', -- why the last attempt failed, as a message
  failures integer not null default 0, -- in a row
  failing_since integer not null default 0,
  next_at integer not null default 0, -- when the next attempt is due, or a server's claim ends
  sent integer not null default 0,
  sent_at integer not null default 0 -- when the last event was sent
) strict;
create index webhook_account on webhook (account);

-- Events on their way, and those of the last days.
create table webhook_delivery (
  seq integer primary key,
  id text not null unique,
  webhook integer not null references webhook on delete cascade,
  event text not null,
  data text not null, -- JSON
  state text not null, -- waiting, sent, failed
  attempts integer not null default 0,
  reason text not null default '', -- why the last attempt failed, as a message
  at integer not null, -- when it happened
  updated_at integer not null
) strict;
create index webhook_delivery_webhook on webhook_delivery (webhook, seq);
create index webhook_delivery_waiting on webhook_delivery (webhook, seq) where state = 'waiting';
