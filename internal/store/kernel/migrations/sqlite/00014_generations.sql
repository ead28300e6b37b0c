-- +goose Up

-- Music that people asked for: one row for each request.
create table generation (
  seq integer primary key,
  id text not null unique,
  account integer not null references account on delete cascade,
  parent text not null default '',        -- generation that it continues
  provider text not null,
  prompt text not null,
  seed integer not null,
  state text not null,                    -- queued, composing, submitted, fetching, finishing, ready, failed, cancelled
  stage text not null default '',         -- plan, write, mix, file
  reason text not null default '',
  progress real not null default 0,
  playable integer not null default 0,     -- ms that can be heard
  job text not null default '',           -- that works on it
  title text not null default '',
  style text not null default '',
  bpm real not null default 0,
  music_key text not null default '',
  duration integer not null default 0,     -- ms
  plan text not null default '',          -- JSON: the composer's plan
  remote text not null default '',        -- JSON: the job of another provider
  track_id text not null default '',
  cost integer not null default 0,         -- millionths of a dollar
  verdict text not null default '',       -- pending, approved, rejected; empty before it is ready
  verdict_reason text not null default '',
  score real not null default -1,          -- 0 to 10; -1 until it is measured
  parts text not null default '',         -- JSON: parts of the score
  likeness text not null default '',      -- JSON: tracks that it is like
  reviewer integer references account on delete set null,
  reviewed_at integer not null default 0,
  folded text not null,                   -- prompt and title, for searches
  is_hidden integer not null default 0, -- deleted by its owner, but approved
  created_at integer not null,
  updated_at integer not null,
  started_at integer not null default 0
) strict;
create index generation_account on generation (account, started_at);
create index generation_state on generation (state);
create index generation_verdict on generation (verdict);
create index generation_track on generation (track_id);
create index generation_reviewer on generation (reviewer);

-- The conversations of people with the composer.
create table generation_message (
  seq integer primary key,
  id text not null unique,
  account integer not null references account on delete cascade,
  content text not null,                  -- what the person wrote; empty in a reply
  reply text not null default '',         -- the server's message
  generation text not null default '',
  created_at integer not null
) strict;
create index generation_message_account on generation_message (account, seq);

-- What generations cost. Entries outlive them.
create table generation_log (
  seq integer primary key,
  id text not null unique,
  account integer references account on delete set null,
  generation text not null,
  provider text not null,
  prompt text not null,
  status text not null,                   -- success, failed, cancelled
  cost integer not null,                   -- millionths of a dollar
  created_at integer not null
) strict;
create index generation_log_account on generation_log (account);
create index generation_log_time on generation_log (created_at);
