-- +goose Up

-- Sets that the server mixes for people.
create table automix (
  seq integer primary key,
  id text not null unique,
  account integer references account on delete set null, -- null: the account was deleted
  title text not null,
  state text not null,                    -- planning, rendering, ready, failed, gone
  reason text not null default '',
  progress real not null default 0,
  playable integer not null default 0,     -- ms that can be heard
  revision integer not null default 0,     -- of the sound
  duration integer not null default 0,     -- ms
  size integer not null default 0,         -- bytes
  tracks integer not null default 0,
  missed integer not null default -1,      -- limits that the sound exceeds
  wishes text not null,                   -- JSON: what the person asked for
  score text not null default '',         -- JSON: tracks and joins
  sound text not null default '',         -- JSON: how it was mastered, and what was measured
  waveform blob not null default x'', -- 800 points of three bands
  created_at integer not null,
  updated_at integer not null
) strict;
create index automix_account on automix (account);
create index automix_state on automix (state);
