-- +goose Up

-- Conventions of both engines: seq is the key for joins and for "newest first",
-- id is the public ULID; times are unix milliseconds and 0 means never;
-- durations are milliseconds; *_sort and *_key columns are folded in Go.

create table account (
  seq integer primary key,
  id text not null unique,
  email text not null unique,
  password_hash text not null,
  first_name text not null,
  last_name text not null,
  bio text not null,
  location text not null,
  website text not null,
  phone_number text not null,
  date_of_birth text not null,
  is_private integer not null,
  email_notifications integer not null,
  push_notifications integer not null,
  profile_image_url text not null,
  auth_provider text not null,
  role text not null,
  created_at integer not null,
  last_login_at integer not null,
  disabled_at integer not null
) strict;

create table session (
  id text not null primary key,
  account integer not null references account on delete cascade,
  refresh_hash blob not null unique,
  previous_hash blob,
  rotated_at integer not null,
  created_at integer not null,
  last_used_at integer not null,
  expires_at integer not null,
  revoked_at integer not null,
  user_agent text not null,
  address text not null
) strict;
create index session_account on session (account);
create index session_previous on session (previous_hash) where previous_hash is not null;

create table signing_key (
  id text not null primary key,
  secret blob not null,
  created_at integer not null,
  retired_at integer not null
) strict;

create table setting (
  name text not null primary key,
  value text not null -- JSON
) strict, without rowid;

create table failed_login (
  key text not null,
  at integer not null
) strict;
create index failed_login_key on failed_login (key, at);
create index failed_login_at on failed_login (at);

create table root (
  seq integer primary key,
  path text not null unique,
  active integer not null
) strict;

-- A folder below a root that holds audio, or the picture of some.
create table folder (
  seq integer primary key,
  root integer not null references root,
  key text not null,  -- path, shortened when very long
  path text not null, -- relative to the root
  extras integer not null default 0, -- fingerprint of covers and .lrc files
  unique (root, key)
) strict;

create table artist (
  seq integer primary key,
  id text not null unique,
  key text not null unique, -- one artist however its name is written
  name text not null,
  sort_name text not null,
  musicbrainz_id text not null,
  public_tracks integer not null default 0, -- what visitors,
  tracks integer not null default 0,        -- members
  all_tracks integer not null default 0,    -- and admins see
  albums integer not null default 0,
  cover text not null default '',
  stale integer not null default 1 -- the counts are to be refreshed
) strict;
create index artist_sort on artist (sort_name);

create table genre (
  seq integer primary key,
  name text not null unique, -- one spelling
  key text not null,         -- one genre
  public_tracks integer not null default 0,
  tracks integer not null default 0,
  all_tracks integer not null default 0,
  stale integer not null default 1
) strict;
create index genre_key on genre (key);

create table album (
  seq integer primary key,
  id text not null unique,
  key text not null unique,
  title text not null,
  title_sort text not null,
  artist text not null default '',
  artist_id text not null default '',
  artist_key text not null default '', -- order by artist, year, title
  year integer not null default 0,
  genre text not null default '',
  compilation integer not null default 0,
  cover text not null default '',
  discs integer not null default 0,
  duration integer not null default 0,
  added_at integer not null,
  public_tracks integer not null default 0,
  tracks integer not null default 0,
  all_tracks integer not null default 0
) strict;
create index album_title on album (title_sort);
create index album_artist on album (artist_key);
create index album_year on album (year);

-- The row is what a list shows, so that a list reads this table only.
create table track (
  seq integer primary key,
  id text not null unique,
  title text not null,
  title_sort text not null,
  plays integer not null default 0,
  missing_at integer not null default 0, -- since when its file is gone
  is_public integer not null,
  owner text references account (id),    -- null: the operator's library
  artist text not null,
  artist_id text not null,
  artist_key text not null,              -- order by artist, album, disc, number
  album integer references album,
  album_id text not null,
  album_title text not null,
  album_artist text not null,
  position integer not null,             -- order in the album
  genre text not null,
  year integer not null,
  disc integer not null,
  number integer not null,
  duration integer not null,
  samples integer not null,
  sample_rate integer not null,
  channels integer not null,
  bit_depth integer not null,
  bitrate integer not null,
  format text not null,
  size integer not null,
  cover text not null,                   -- picture.hash or ''
  has_lyrics integer not null,
  is_ai_generated integer not null default 0,
  added_at integer not null,
  track_gain real,
  track_peak real,
  album_gain real,
  album_peak real,
  folder integer not null references folder,
  name text not null,
  mtime integer not null,                -- unix nanoseconds
  audio_key integer not null,
  cover_folder integer references folder, -- null: the picture is inside the file itself
  cover_name text not null,
  track_total integer not null,
  disc_total integer not null,
  disc_subtitle text not null,
  compilation integer not null,
  bpm real not null,
  isrc text not null,
  recording_id text not null
) strict;
create unique index track_file on track (folder, name);
create index track_title on track (title_sort);
create index track_artist_order on track (artist_key);
create index track_album on track (album, position);
create index track_cover on track (cover) where cover <> '';
create index track_present on track (is_public, owner) where missing_at = 0;
create index track_missing on track (audio_key) where missing_at > 0;
create index track_owner on track (owner) where owner is not null;
create index track_cover_folder on track (cover_folder) where cover_folder is not null;

create table track_artist (
  track integer not null references track on delete cascade,
  role integer not null, -- 0 artist, 1 album artist, 2 composer
  position integer not null,
  artist integer not null references artist,
  primary key (track, role, position)
) strict, without rowid;
create index artist_track on track_artist (artist, track);

create table track_genre (
  track integer not null references track on delete cascade,
  position integer not null,
  genre integer not null references genre,
  primary key (track, position)
) strict, without rowid;
create index genre_track on track_genre (genre, track);

create table track_text (
  track integer primary key references track on delete cascade,
  lyrics_kind text not null,
  lyrics text not null,
  comment text not null
) strict;

create table picture (
  hash text not null primary key,
  mime text not null,
  bytes integer not null,
  width integer not null,
  height integer not null
) strict, without rowid;

create table problem (
  seq integer primary key,
  root integer not null references root,
  key text not null,
  path text not null,
  kind text not null,
  reason text not null,
  size integer not null,
  mtime integer not null,
  seen_at integer not null,
  unique (root, key)
) strict;

create table liked (
  account integer not null references account on delete cascade,
  track integer not null references track on delete cascade,
  at integer not null,
  primary key (account, track)
) strict, without rowid;
create index liked_at on liked (account, at);
create index liked_track on liked (track);

create table play (
  account integer not null references account on delete cascade,
  id text not null, -- chosen by the client
  track integer not null references track on delete cascade,
  started_at integer not null,
  listened integer not null,
  pending integer not null, -- counts, and is not yet in track.plays
  primary key (account, id)
) strict, without rowid;
create index play_latest on play (account, started_at);
create index play_track on play (track);
create index play_pending on play (track) where pending = 1;

create table scan (
  id integer primary key check (id = 1),
  status text not null -- JSON
) strict;

-- One column of folded words each. Every character but a space belongs to a
-- word: the words were made in Go. contentless_delete needs the column sizes.
create virtual table track_search using fts5 (words, content='', contentless_delete=1, detail=none, prefix='2 3',
  tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'");
create virtual table album_search using fts5 (words, content='', contentless_delete=1, detail=none, prefix='2 3',
  tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'");
create virtual table artist_search using fts5 (words, content='', contentless_delete=1, detail=none, prefix='2 3',
  tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'");
