-- +goose Up
-- What operators are told about their server.
create table alert (
  seq integer primary key,
  id text not null unique,
  kind text not null,
  topic text not null,       -- what it is about; the same again is counted here for a while
  data text not null,        -- JSON of what its sentence mentions
  link text not null,        -- path in the web app
  count integer not null,
  created_at integer not null,
  updated_at integer not null,
  solved_at integer not null default 0,
  told_at integer not null default 0, -- when it was last sent
  due_at integer not null default 0   -- when it is sent again; 0 for never
) strict;
create index alert_topic on alert (topic, seq);
create index alert_updated on alert (updated_at, seq);
create index alert_due on alert (due_at) where due_at > 0;

-- Up to which moment operators have read alerts.
create table alert_read (
  account integer not null references account on delete cascade,
  alert integer not null references alert on delete cascade,
  read_at integer not null,
  primary key (account, alert)
) strict;
create index alert_read_alert on alert_read (alert);

-- Alerts on their way to mail and webhooks.
create table alert_delivery (
  seq integer primary key,
  id text not null unique,
  alert integer not null references alert on delete cascade,
  channel text not null,
  state text not null,       -- waiting, sent, failed
  attempts integer not null default 0,
  reason text not null default '', -- why the last attempt failed, as a message
  created_at integer not null,
  updated_at integer not null
) strict;
create index alert_delivery_alert on alert_delivery (alert);
