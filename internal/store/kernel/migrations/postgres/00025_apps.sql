-- +goose Up
-- What people keep with their music apps: albums and artists that they like or rate,
-- places to go on from, and what plays next.
create table favourite (
  account bigint not null references account on delete cascade,
  kind text not null, -- album, artist
  item text not null, -- its id
  liked_at bigint not null default 0, -- 0: not liked
  stars integer not null default 0,    -- 1 to 5; 0: not rated
  primary key (account, kind, item)
);

create table bookmark (
  account bigint not null references account on delete cascade,
  track bigint not null references track on delete cascade,
  position bigint not null, -- ms
  comment text not null,
  created_at bigint not null,
  changed_at bigint not null,
  primary key (account, track)
);

create index bookmark_track on bookmark (track);

create table play_queue (
  account bigint primary key references account on delete cascade,
  tracks text not null,      -- JSON: their ids in order
  current integer not null,  -- position in the queue
  position bigint not null, -- ms, in the current track
  changed_at bigint not null,
  changed_by text not null   -- name of the app
);
