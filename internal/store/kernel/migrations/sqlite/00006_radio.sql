-- +goose Up

alter table station add column mode text not null default 'relay';      -- relay, autodj, live, both
alter table station add column mount text not null default '';          -- in addresses: /radio/MOUNT; '' only while it is filled below
alter table station add column language text not null default '';
alter table station add column timezone text not null default 'UTC';    -- of its schedule
alter table station add column options text not null default '{}';      -- JSON: music.StationOptions
alter table station add column logo text not null default '';       -- hash of a picture that was sent; '' for none
alter table station add column version integer not null default 1;     -- rises with every change of the station, its lists, shows and DJs
update station set mount = id;
create unique index station_mount on station (mount);

-- Who may go on air with a source client. A password is made here, long and
-- by chance, so that a plain hash of it is enough.
create table station_dj (
  seq integer primary key,
  id text not null unique,
  station integer not null references station on delete cascade,
  account integer references account on delete cascade, -- null: somebody without an account
  name text not null,            -- the user name of source clients
  password_hash text not null,   -- SHA-256; '' while there is none: the account goes on air from the browser
  any_time integer not null,     -- also outside the slots
  is_enabled integer not null,
  created_at integer not null,
  last_seen_at integer not null default 0,
  unique (station, name)
) strict;
create index station_dj_password on station_dj (password_hash) where password_hash <> '';
create index station_dj_account on station_dj (account) where account is not null;

-- What an AutoDJ chooses from.
create table station_list (
  seq integer primary key,
  id text not null unique,
  station integer not null references station on delete cascade,
  playlist text not null,        -- playlist.id
  role text not null,            -- music, jingle, ident, hourly, voice
  weight integer not null,       -- of music: how often against the others
  every_songs integer not null,  -- of jingles and idents: after so many songs; 0: by time
  every_minutes integer not null,
  minute integer not null,       -- of hourly: minute of the hour
  is_enabled integer not null,
  position integer not null
) strict;
create index station_list_station on station_list (station, position);

-- The week calendar: shows of lists and slots of DJs, in the station's time zone.
create table station_show (
  seq integer primary key,
  id text not null unique,
  station integer not null references station on delete cascade,
  name text not null,
  kind text not null,            -- lists, live
  dj text not null,              -- station_dj.id of a live one; '' for every DJ of the station
  lists text not null,           -- JSON: ids of station_list it plays; [] for all
  days integer not null,         -- bit 0 Monday … bit 6 Sunday
  start_minute integer not null, -- after midnight, wall clock
  minutes integer not null,      -- how long
  first_day text not null,       -- YYYY-MM-DD; '' from the beginning
  last_day text not null,        -- '' for ever
  is_hard integer not null,      -- begins on the second, whatever plays
  is_recorded integer not null,
  created_at integer not null
) strict;
create index station_show_station on station_show (station, start_minute);

create table station_request (
  seq integer primary key,
  id text not null unique,
  station integer not null references station on delete cascade,
  track integer not null references track on delete cascade,
  account integer references account on delete set null,
  message text not null,
  votes integer not null,
  state text not null,           -- waiting, queued, played, refused
  reason text not null,          -- of a refusal
  asked_at integer not null,
  played_at integer not null default 0
) strict;
create index station_request_waiting on station_request (station, state, seq);

create table station_vote (
  request integer not null references station_request on delete cascade,
  account integer not null references account on delete cascade,
  primary key (request, account)
) strict;

-- What members say to each other on a station's page.
create table station_message (
  seq integer primary key,
  id text not null unique,
  station integer not null references station on delete cascade,
  account integer not null references account on delete cascade,
  text text not null,            -- '' once it is removed
  created_at integer not null,
  removed_at integer not null default 0
) strict;
create index station_message_station on station_message (station, seq);
create index station_message_account on station_message (account, created_at);

-- What was on air.
create table station_play (
  seq integer primary key,
  id text not null unique,
  station integer not null references station on delete cascade,
  began_at integer not null,
  ended_at integer not null default 0, -- 0: on air
  track integer references track on delete set null,
  artist text not null,
  title text not null,
  source text not null,          -- autodj, request, jingle, live, relay
  dj text not null,              -- its name
  reason text not null,          -- why it was chosen, JSON
  listeners integer not null default 0, -- at its beginning
  curve text not null default '[]'      -- JSON: listeners every ten seconds
) strict;
create index station_play_station on station_play (station, began_at, seq);

-- Who listened how long, five seconds at the least.
create table station_session (
  seq integer primary key,
  station integer not null references station on delete cascade,
  account integer references account on delete set null,
  began_at integer not null,
  seconds integer not null,
  format text not null
) strict;
create index station_session_station on station_session (station, began_at);
create index station_session_began on station_session (began_at);

-- What happened to a station, for its owner.
create table station_event (
  seq integer primary key,
  station integer not null references station on delete cascade,
  at integer not null,
  kind text not null,            -- decision, source, encoder, silence, relay, schedule, error
  text text not null
) strict;
create index station_event_station on station_event (station, at, seq);

-- What the owner of a station (the server that plays it) leaves to whoever goes on.
create table station_state (
  station integer primary key references station on delete cascade,
  queue text not null,           -- JSON: what comes next, with reasons and what people moved
  revision integer not null,     -- rises with every change of the queue: of two planners the second looks again
  state text not null,           -- JSON: what plays, since when
  updated_at integer not null
) strict;

-- Shows that went out live, kept.
create table recording (
  seq integer primary key,
  id text not null unique,
  station integer references station on delete set null,
  account integer references account on delete set null, -- whose mix it becomes
  dj text not null,
  title text not null,
  began_at integer not null,
  ended_at integer not null default 0, -- 0: still going on
  format text not null,
  size integer not null default 0,
  duration integer not null default 0,    -- ms, of all of it
  from_ms integer not null default 0,     -- what was cut off at both ends, nothing encoded again
  to_ms integer not null default 0,       -- 0: to the end
  from_byte integer not null default 0,
  to_byte integer not null default 0,
  tracklist text not null default '[]', -- JSON: seconds from the beginning of the file, artist, title, track
  waveform blob not null default x'', -- 800 points of three bands
  state text not null,           -- recording, ready, failed, gone
  reason text not null default '',
  mix text not null default ''   -- mix.id
) strict;
create index recording_station on recording (station, began_at);
create index recording_account on recording (account);
create index recording_mix on recording (mix) where mix <> '';
create index recording_state on recording (state);

