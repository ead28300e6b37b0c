-- +goose Up

-- Shows: feeds of others, and those published here.
create table podcast (
  seq integer primary key,
  id text not null unique,
  owner integer references account on delete cascade,      -- who publishes it here; null for a feed from elsewhere
  private_to integer references account on delete cascade, -- whose private feed it is; null for everybody
  feed_key text not null unique,  -- its address, behind the account of a private one; the id of one published here
  feed_url text not null,
  credentials blob,               -- sealed user and password of a private feed
  title text not null,
  author text not null default '',
  description text not null default '', -- safe HTML; of one published here as written
  link text not null default '',
  language text not null default '',
  categories text not null default '[]', -- JSON
  explicit integer not null default 0,
  medium text not null default 'podcast',
  guid text not null default '',
  image_url text not null default '',
  image_seen text not null default '',  -- the image_url that cover was made of
  cover text not null default '',
  funding_url text not null default '',
  funding_text text not null default '',
  email text not null default '',
  is_public integer not null default 1,
  station text not null default '',     -- station.id whose live items its feed has
  folded text not null default '',
  episodes integer not null default 0,
  newest_at integer not null default 0,
  created_at integer not null,
  -- Of reading its feed.
  etag text not null default '',
  modified text not null default '',    -- Last-Modified, as it came
  digest text not null default '',      -- of the bytes last read
  next_poll_at integer not null default 0,
  leased_until integer not null default 0,
  polled_at integer not null default 0,
  failures integer not null default 0,
  problem text not null default ''
) strict;
create index podcast_owner on podcast (owner) where owner is not null;
create index podcast_private on podcast (private_to) where private_to is not null;
create index podcast_due on podcast (next_poll_at) where feed_url <> '';

create table podcast_subscription (
  account integer not null references account on delete cascade,
  podcast integer not null references podcast on delete cascade,
  auto_download integer not null,
  keep integer not null,
  speed real not null,
  skip_silence integer not null,
  notify integer not null,
  created_at integer not null,
  primary key (account, podcast)
) strict;
create index podcast_subscription_podcast on podcast_subscription (podcast);

create table episode (
  seq integer primary key,
  id text not null unique,
  podcast integer not null references podcast on delete cascade,
  guid text not null,
  audio_key text not null,        -- its address without what changes: the same sound under another guid
  title text not null,
  description text not null,      -- safe HTML; of one published here as written
  link text not null,
  audio_url text not null,
  mime text not null,
  size integer not null,
  duration integer not null,      -- ms
  season integer not null,
  number integer not null,
  kind text not null,
  explicit integer not null,
  chapters text not null,         -- JSON: music.ChapterSource
  transcripts text not null,      -- JSON: [music.TranscriptRef]
  people text not null,           -- JSON: [music.EpisodePerson]
  folded text not null,
  state text not null,
  published_at integer not null,
  track text not null default '', -- track.id or
  mix text not null default '',   -- mix.id whose sound one published here has
  created_at integer not null,
  plays integer not null default 0,
  -- Of its copy on this server.
  wanted integer not null default 0,
  file text not null default '',
  file_size integer not null default 0,
  fetch_after integer not null default 0, -- not tried before; also while somebody fetches it
  fetch_failures integer not null default 0
) strict;
create unique index episode_guid on episode (podcast, guid);
create index episode_audio on episode (podcast, audio_key);
create index episode_mix on episode (mix) where mix <> '';
create index episode_published on episode (podcast, published_at, seq, folded); -- searches read no more
create index episode_wanted on episode (fetch_after) where wanted and file = '';
create index episode_unwanted on episode (podcast) where not wanted and file <> '';

create table episode_progress (
  account integer not null references account on delete cascade,
  episode integer not null references episode on delete cascade,
  position integer not null,      -- ms
  done integer not null,
  at integer not null,            -- by the clock of the player
  primary key (account, episode)
) strict;
create index episode_progress_recent on episode_progress (account, at);
create index episode_progress_episode on episode_progress (episode);

-- Who heard a minute of it, once in 24 hours. Who is a hash that nobody can
-- take back to an address; it goes when the 24 hours are over.
create table episode_play (
  seq integer primary key,
  podcast integer not null references podcast on delete cascade,
  episode integer not null references episode on delete cascade,
  at integer not null,
  who text not null,
  app text not null               -- what played it, by its name
) strict;
create index episode_play_podcast on episode_play (podcast, at);
create index episode_play_episode on episode_play (episode, who, at);
create index episode_play_at on episode_play (at);
