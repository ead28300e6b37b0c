-- +goose Up
-- What people keep with their music apps: albums and artists that they like or rate,
-- places to go on from, and what plays next.
create table favourite (
  account integer not null references account on delete cascade,
  kind text not null, -- album, artist
  item text not null, -- its id
  liked_at integer not null default 0, -- 0: not liked
  stars integer not null default 0,    -- 1 to 5; 0: not rated
  primary key (account, kind, item)
) strict, without rowid;

create table bookmark (
  account integer not null references account on delete cascade,
  track integer not null references track on delete cascade,
  position integer not null, -- ms
  comment text not null,
  created_at integer not null,
  changed_at integer not null,
  primary key (account, track)
) strict, without rowid;

create index bookmark_track on bookmark (track);

create table play_queue (
  account integer primary key references account on delete cascade,
  tracks text not null,      -- JSON: their ids in order
  current integer not null,  -- position in the queue
  position integer not null, -- ms, in the current track
  changed_at integer not null,
  changed_by text not null   -- name of the app
) strict;
