-- +goose Up

-- A playlist holds tracks in an order of its own, the same one more than once if somebody likes that.
alter table playlist add column kind text not null default 'list';  -- list, smart
alter table playlist add column rules text not null default '';     -- JSON music.SmartRules of a smart one
alter table playlist add column version integer not null default 0; -- rises with every change of its entries
alter table playlist add column entries integer not null default 0; -- how many
alter table playlist add column cover text not null default '';     -- hash of its own picture, '' for a mosaic
alter table playlist add column folded text not null default '';     -- its name as searches compare it
alter table playlist add column invitation text not null default ''; -- in the link for collaborators, '' for none
create unique index playlist_invitation on playlist (invitation) where invitation <> '';
create index playlist_public on playlist (seq) where is_public = 1;

create table playlist_entry (
  seq integer primary key autoincrement, -- never used again: others may still mean the old one
  playlist integer not null references playlist on delete cascade,
  place integer not null,  -- rises through the list, with gaps for what is put between
  track integer not null references track on delete cascade,
  account integer references account on delete set null, -- who added it
  added_at integer not null
) strict;
create unique index playlist_entry_place on playlist_entry (playlist, place);
create index playlist_entry_track on playlist_entry (track);
create index playlist_entry_account on playlist_entry (account) where account is not null;

create table playlist_member (
  playlist integer not null references playlist on delete cascade,
  account integer not null references account on delete cascade,
  joined_at integer not null,
  primary key (playlist, account)
) strict, without rowid;
create index playlist_member_account on playlist_member (account);

create table rating (
  account integer not null references account on delete cascade,
  track integer not null references track on delete cascade,
  stars integer not null, -- 1 to 5
  at integer not null,
  primary key (account, track)
) strict, without rowid;
create index rating_track on rating (track);

create table follow (
  seq integer primary key,
  account integer not null references account on delete cascade,
  kind text not null, -- artist, person, station, dj
  item text not null, -- id of what is followed; the name of a DJ
  at integer not null,
  unique (account, kind, item)
) strict;
create index follow_item on follow (kind, item);

create table notification (
  seq integer primary key,
  id text not null unique,
  account integer not null references account on delete cascade,
  kind text not null,
  topic text not null, -- what happens to one topic again is told in the same row
  actor text not null, -- id of the account it names, '' for none
  data text not null,  -- JSON of what its sentence names
  link text not null,  -- path in the web app
  created_at integer not null,
  read_at integer not null default 0,
  dismissed_at integer not null default 0, -- deleted by the person; kept a while so that nothing brings it back
  unique (account, topic)
) strict;
create index notification_account on notification (account, created_at, seq);
create index notification_unread on notification (account) where read_at = 0 and dismissed_at = 0;
create index notification_actor on notification (actor) where actor <> '';

create table push_subscription (
  seq integer primary key,
  id text not null unique,
  account integer not null references account on delete cascade,
  session text not null references session on delete cascade, -- it ends with it
  endpoint text not null unique,
  keys blob not null, -- sealed JSON
  user_agent text not null,
  created_at integer not null,
  last_sent_at integer not null default 0
) strict;
create index push_subscription_account on push_subscription (account);
create index push_subscription_session on push_subscription (session);

-- Secrets this server made for itself, such as the key that signs web push.
create table secret (
  name text not null primary key,
  value blob not null -- sealed
) strict;

alter table mail add column unsubscribe text not null default ''; -- address that ends mails of this kind

-- Where a link without an account leads.
create table share (
  seq integer primary key,
  id text not null unique, -- in the link; nobody guesses it
  account integer not null references account on delete cascade,
  kind text not null,      -- track, album, playlist, station, mix
  item text not null,
  created_at integer not null,
  expires_at integer not null, -- 0: never
  visits integer not null default 0,
  last_visit_at integer not null default 0
) strict;
create index share_account on share (account, seq);
create index share_item on share (kind, item);

-- What each of a person's devices plays, or played last.
create table player_device (
  account integer not null references account on delete cascade,
  id text not null, -- chosen by the device
  name text not null,
  queue text not null,       -- JSON, as the web player keeps it
  queue_version integer not null,
  track text not null,       -- id of the item at hand, '' for none
  title text not null,
  artist text not null,
  position integer not null, -- ms into it
  duration integer not null, -- ms
  state text not null,       -- playing, paused, stopped
  volume real not null,      -- 0 to 1
  at integer not null,       -- of the position
  seen_at integer not null,
  primary key (account, id)
) strict, without rowid;

alter table account add column history_paused_at integer not null default 0; -- since when plays are not kept, 0: they are
alter table account add column history_cleared_at integer not null default 0; -- what began until then is not kept, however late it is reported
alter table account add column digest text not null default 'never';         -- of notifications by mail: never, daily, weekly
alter table account add column digest_at integer not null default 0;         -- of the last one
alter table account add column shows_playing integer not null default 0;     -- others see what this person plays

-- Pauses of a history that are over: reports of what began in them may still come.
create table history_pause (
  account integer not null references account on delete cascade,
  began_at integer not null,
  ended_at integer not null,
  primary key (account, began_at)
) strict, without rowid;

-- Listens a person removed, so that a report that is sent again brings none back.
create table forgotten_play (
  account integer not null references account on delete cascade,
  id text not null, -- play.id
  at integer not null,
  primary key (account, id)
) strict, without rowid;
create index forgotten_play_at on forgotten_play (at);

create index album_added on album (added_at);
create index track_added on track (added_at);
create index track_year on track (year) where missing_at = 0;

-- The figures of a listener come from the index alone.
alter table play add column counted integer not null default 0; -- is no skip, see music.CountsAsPlay
update play set counted = 1 where listened >= 30000
  or exists (select 1 from track t where t.seq = play.track and t.duration > 0 and play.listened * 2 >= t.duration);
drop index play_latest;
create index play_listening on play (account, started_at, track, listened, counted);

create index track_news on track (added_at) where missing_at = 0 and (owner is not null or album is null);

-- What searches compare, folded in Go, a line for each of what they look at.
alter table account add column folded text not null default ''; -- name
alter table station add column folded text not null default ''; -- name, genre, description
alter table mix add column folded text not null default '';     -- title, DJ, genre

alter table track add column album_key text not null default ''; -- order by album, disc, number
update track set album_key = coalesce((select title_sort from album where album.seq = track.album), '')
  || char(9) || printf('%03d%05d', max(disc, 1), number);
-- Smart playlists are measured and sorted in these alone; they must not begin with what lists compare.
create index track_rules on track (duration, missing_at, is_public, owner, year, added_at, is_ai_generated, format, bitrate,
  tempo, energy, loudness, music_key, title_sort, artist_key, title, album_title);
create index track_credit on track (artist);
create index track_album_order on track (album_key);
create index track_duration on track (duration);
create index track_plays on track (plays);
create index track_year_rising on track ((case when year = 0 then 10000 else year end));
