-- +goose Up

-- What people heard, until it is rolled up a moment later. It is added by the transaction that stores the play itself.
create table rollup_entry (
  seq integer primary key,
  source integer not null,     -- 1 track, 2 mix, 3 episode, 4 station
  item text not null,          -- its id
  account integer references account on delete set null, -- null: a visitor
  at integer not null,         -- when it began
  listened integer not null,   -- ms
  counted integer not null,    -- it counts as a play
  device text not null,
  country text not null        -- '' if it is not known
) strict;

-- The numbers that roll-ups have instead of ids. Numbers and names outlive the items.
create table rollup_item (
  seq integer primary key autoincrement, -- never used again
  kind text not null,
  id text not null,
  name text not null,
  detail text not null,        -- artist, DJ or podcast
  unique (kind, id)
) strict;

create table rollup_person (
  seq integer primary key autoincrement, -- never used again
  account integer unique references account on delete set null -- null: the account was deleted
) strict;

-- Sums of what people heard, by UTC hour, and derived from those by UTC day and by blocks of 32 days.
create table rollup (
  subject text not null,
  level integer not null,      -- 0 hours, 1 days, 2 blocks of days
  at integer not null,         -- number of the period since 1970
  data blob not null,          -- see store/analytics/list.go
  primary key (subject, level, at)
) strict;

-- Days and blocks that are to be derived again once they are over.
create table rollup_stale (
  subject text not null,
  level integer not null,
  at integer not null,
  mark integer not null,        -- another one whenever an hour of the period changes
  primary key (subject, level, at)
) strict, without rowid;

-- What was heard before roll-ups existed, and how far it is rolled up.
create table rollup_past (
  source integer primary key,
  hour integer not null,       -- the next one
  last integer not null
) strict;

alter table play add column is_rolled integer not null default 0; -- 0: from before roll-ups existed
alter table episode_play add column is_rolled integer not null default 0;
alter table station_session add column is_rolled integer not null default 0;

insert into rollup_past (source, hour, last) select 1, (select min(started_at) from play) / 3600000, (select max(started_at) from play) / 3600000
  where exists (select 1 from play);
insert into rollup_past (source, hour, last) select 3, (select min(at) from episode_play) / 3600000, (select max(at) from episode_play) / 3600000
  where exists (select 1 from episode_play);
insert into rollup_past (source, hour, last) select 4, (select min(began_at) from station_session) / 3600000, (select max(began_at) from station_session) / 3600000
  where exists (select 1 from station_session);

-- How many bytes the server kept at the end of a UTC day, or has kept so far today.
create table storage_sample (
  kind text not null,          -- library, mixes, recordings, podcasts, database
  day integer not null,        -- since 1970
  at integer not null,
  bytes integer not null,
  primary key (kind, day)
) strict, without rowid;
