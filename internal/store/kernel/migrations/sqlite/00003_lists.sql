-- +goose Up

create table playlist (
  seq integer primary key,
  id text not null unique,
  account integer not null references account on delete cascade,
  name text not null,
  description text not null,
  is_public integer not null,
  cover_image_url text not null,
  created_at integer not null,
  updated_at integer not null
) strict;
create index playlist_account on playlist (account, seq);

-- What a station is. Whether it is on air and who listens is not kept.
create table station (
  seq integer primary key,
  id text not null unique,
  owner integer references account on delete set null,
  name text not null,
  description text not null,
  genre text not null,
  country text not null,
  stream_url text not null,
  metadata_url text not null,
  logo_url text not null,
  kind text not null, -- icecast or shoutcast
  bitrate integer not null, -- kbit/s
  format text not null,
  is_public integer not null,
  created_at integer not null
) strict;
create index station_owner on station (owner) where owner is not null;

create table mix (
  seq integer primary key,
  id text not null unique,
  owner integer references account on delete set null,
  title text not null,
  dj_name text not null,
  description text not null,
  genre text not null,
  category text not null,
  audio_url text not null,
  cover_image_url text not null,
  duration integer not null,
  bpm real not null, -- 0: not known
  tags text not null, -- JSON
  format text not null,
  size integer not null, -- bytes
  is_active integer not null,
  is_public integer not null,
  likes integer not null default 0,
  plays integer not null default 0,
  created_at integer not null
) strict;
create index mix_owner on mix (owner) where owner is not null;

-- For the listens of a day, whoever listened.
create index play_started on play (started_at);
