-- +goose Up
-- What people brought from other services, so that they can take it back. The plays
-- of an import have IDs that begin with its own.
create table import (
  seq integer primary key,
  account integer not null references account on delete cascade,
  id text not null unique,
  at integer not null,
  files text not null, -- their names, one a line
  plays integer not null default 0,
  likes integer not null default 0,
  playlists integer not null default 0
) strict;
create index import_account on import (account, at);

-- The likes and playlists that an import made.
create table import_item (
  import integer not null references import on delete cascade,
  kind text not null, -- like, playlist
  item text not null, -- ID of a track or playlist
  primary key (import, kind, item)
) strict, without rowid;

create index track_recording on track (recording_id);
