-- Version 32. Written by go test ./internal/store -run Schema -update. Do not edit.

CREATE TABLE sonora_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);

CREATE TABLE account (
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
, verified_at integer not null default 0, delete_at integer not null default 0, language text not null default '', pending_email text not null default '', factor_due_at integer not null default 0, totp_secret blob, totp_at integer not null default 0, totp_step integer not null default 0, history_paused_at integer not null default 0, history_cleared_at integer not null default 0, digest text not null default 'never', digest_at integer not null default 0, shows_playing integer not null default 0, folded text not null default '', removed_at integer not null default 0, storage_limit integer, ai_limit integer) strict;

CREATE TABLE session (
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
, name text not null default '') strict;

CREATE INDEX session_account on session (account);

CREATE INDEX session_previous on session (previous_hash) where previous_hash is not null;

CREATE TABLE signing_key (
  id text not null primary key,
  secret blob not null,
  created_at integer not null,
  retired_at integer not null
) strict;

CREATE TABLE setting (
  name text not null primary key,
  value text not null -- JSON
) strict, without rowid;

CREATE TABLE failed_login (
  key text not null,
  at integer not null
) strict;

CREATE INDEX failed_login_key on failed_login (key, at);

CREATE INDEX failed_login_at on failed_login (at);

CREATE TABLE root (
  seq integer primary key,
  path text not null unique,
  active integer not null
) strict;

CREATE TABLE folder (
  seq integer primary key,
  root integer not null references root,
  key text not null,  -- path, shortened when very long
  path text not null, -- relative to the root
  extras integer not null default 0, -- fingerprint of covers and .lrc files
  unique (root, key)
) strict;

CREATE TABLE artist (
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

CREATE INDEX artist_sort on artist (sort_name);

CREATE TABLE genre (
  seq integer primary key,
  name text not null unique, -- one spelling
  key text not null,         -- one genre
  public_tracks integer not null default 0,
  tracks integer not null default 0,
  all_tracks integer not null default 0,
  stale integer not null default 1
) strict;

CREATE INDEX genre_key on genre (key);

CREATE TABLE album (
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

CREATE INDEX album_title on album (title_sort);

CREATE INDEX album_artist on album (artist_key);

CREATE INDEX album_year on album (year);

CREATE TABLE track (
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
, analysed integer not null default 0, tempo real not null default 0, music_key integer not null default -1, loudness real not null default -1000, energy real not null default -1, album_key text not null default '') strict;

CREATE UNIQUE INDEX track_file on track (folder, name);

CREATE INDEX track_title on track (title_sort);

CREATE INDEX track_artist_order on track (artist_key);

CREATE INDEX track_album on track (album, position);

CREATE INDEX track_cover on track (cover) where cover <> '';

CREATE INDEX track_present on track (is_public, owner) where missing_at = 0;

CREATE INDEX track_missing on track (audio_key) where missing_at > 0;

CREATE INDEX track_owner on track (owner) where owner is not null;

CREATE INDEX track_cover_folder on track (cover_folder) where cover_folder is not null;

CREATE TABLE track_artist (
  track integer not null references track on delete cascade,
  role integer not null, -- 0 artist, 1 album artist, 2 composer
  position integer not null,
  artist integer not null references artist,
  primary key (track, role, position)
) strict, without rowid;

CREATE INDEX artist_track on track_artist (artist, track);

CREATE TABLE track_genre (
  track integer not null references track on delete cascade,
  position integer not null,
  genre integer not null references genre,
  primary key (track, position)
) strict, without rowid;

CREATE INDEX genre_track on track_genre (genre, track);

CREATE TABLE track_text (
  track integer primary key references track on delete cascade,
  lyrics_kind text not null,
  lyrics text not null,
  comment text not null
) strict;

CREATE TABLE picture (
  hash text not null primary key,
  mime text not null,
  bytes integer not null,
  width integer not null,
  height integer not null
, color text not null default '') strict, without rowid;

CREATE TABLE problem (
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

CREATE TABLE liked (
  account integer not null references account on delete cascade,
  track integer not null references track on delete cascade,
  at integer not null,
  primary key (account, track)
) strict, without rowid;

CREATE INDEX liked_at on liked (account, at);

CREATE INDEX liked_track on liked (track);

CREATE TABLE play (
  account integer not null references account on delete cascade,
  id text not null, -- chosen by the client
  track integer not null references track on delete cascade,
  started_at integer not null,
  listened integer not null,
  pending integer not null, counted integer not null default 0, is_rolled integer not null default 0, -- counts, and is not yet in track.plays
  primary key (account, id)
) strict, without rowid;

CREATE INDEX play_track on play (track);

CREATE INDEX play_pending on play (track) where pending = 1;

CREATE TABLE scan (
  id integer primary key check (id = 1),
  status text not null -- JSON
) strict;

CREATE VIRTUAL TABLE track_search using fts5 (words, content='', contentless_delete=1, detail=none, prefix='2 3',
  tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'");

CREATE VIRTUAL TABLE album_search using fts5 (words, content='', contentless_delete=1, detail=none, prefix='2 3',
  tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'");

CREATE VIRTUAL TABLE artist_search using fts5 (words, content='', contentless_delete=1, detail=none, prefix='2 3',
  tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* P* S* C*'");

CREATE TABLE identity (
  provider text not null,
  subject text not null,
  account integer not null references account on delete cascade,
  email text not null,
  created_at integer not null,
  last_used_at integer not null,
  primary key (provider, subject)
) strict, without rowid;

CREATE INDEX identity_account on identity (account);

CREATE TABLE passkey (
  seq integer primary key,
  id text not null unique,
  account integer not null references account on delete cascade,
  credential_id blob not null unique,
  credential text not null, -- JSON
  name text not null,
  created_at integer not null,
  last_used_at integer not null
) strict;

CREATE INDEX passkey_account on passkey (account);

CREATE TABLE recovery_code (
  account integer not null references account on delete cascade,
  hash blob not null, -- SHA-256
  used_at integer not null,
  primary key (account, hash)
) strict, without rowid;

CREATE TABLE ticket (
  hash blob not null primary key, -- SHA-256 of what the link holds
  purpose text not null,
  account integer references account on delete cascade,
  data text not null,
  created_at integer not null,
  expires_at integer not null
) strict;

CREATE INDEX ticket_account on ticket (account);

CREATE INDEX ticket_expiry on ticket (expires_at);

CREATE TABLE invitation (
  seq integer primary key,
  id text not null unique,
  hash blob not null unique,
  note text not null,
  role text not null,
  uses_left integer not null,
  created_at integer not null,
  expires_at integer not null
) strict;

CREATE TABLE security_event (
  seq integer primary key,
  at integer not null,
  account integer references account on delete set null, -- whom it concerns
  actor text not null,   -- account.id of who did it, '' for a visitor, 'operator' for the command line
  kind text not null,
  address text not null,
  user_agent text not null,
  detail text not null
) strict;

CREATE INDEX security_event_account on security_event (account, seq);

CREATE INDEX security_event_at on security_event (at);

CREATE TABLE mail (
  seq integer primary key,
  id text not null unique,
  account integer references account on delete cascade,
  kind text not null,
  language text not null,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at integer not null,
  sent_at integer not null,
  attempts integer not null,
  next_at integer not null, -- of the next attempt; 0: none
  error text not null
, unsubscribe text not null default '') strict;

CREATE INDEX mail_due on mail (next_at) where next_at > 0;

CREATE TABLE job (
  seq integer primary key,
  id text not null unique,
  kind text not null,
  account integer references account on delete cascade, -- whose work it is
  payload text not null, -- JSON
  state text not null,   -- waiting, running, done, failed
  attempts integer not null,
  run_at integer not null,
  leased_until integer not null,
  progress real not null, -- 0 to 1
  result text not null,   -- JSON
  error text not null,
  created_at integer not null,
  finished_at integer not null
) strict;

CREATE INDEX job_due on job (run_at) where state in ('waiting', 'running');

CREATE INDEX job_account on job (account, kind);

CREATE TABLE playlist (
  seq integer primary key,
  id text not null unique,
  account integer not null references account on delete cascade,
  name text not null,
  description text not null,
  is_public integer not null,
  cover_image_url text not null,
  created_at integer not null,
  updated_at integer not null
, kind text not null default 'list', rules text not null default '', version integer not null default 0, entries integer not null default 0, cover text not null default '', folded text not null default '', invitation text not null default '') strict;

CREATE INDEX playlist_account on playlist (account, seq);

CREATE TABLE station (
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
, folded text not null default '', mode text not null default 'relay', mount text not null default '', language text not null default '', timezone text not null default 'UTC', options text not null default '{}', logo text not null default '', version integer not null default 1) strict;

CREATE INDEX station_owner on station (owner) where owner is not null;

CREATE TABLE mix (
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
  plays integer not null default 0,
  created_at integer not null
, folded text not null default '', tracklist text not null default '[]', may_download integer not null default 0, early_until integer not null default 0) strict;

CREATE INDEX mix_owner on mix (owner) where owner is not null;

CREATE INDEX play_started on play (started_at);

CREATE INDEX track_analysed on track (analysed) where missing_at = 0;

CREATE INDEX track_tempo on track (tempo);

CREATE INDEX track_key on track (music_key);

CREATE INDEX track_loudness on track (loudness);

CREATE INDEX track_energy on track (energy);

CREATE INDEX track_tempo_rising on track ((case when tempo = 0 then 1000 else tempo end));

CREATE INDEX track_loudness_rising on track ((case when loudness = -1000 then 1000 else loudness end));

CREATE INDEX track_energy_rising on track ((case when energy < 0 then 1000 else energy end));

CREATE INDEX track_key_rising on track ((case when music_key < 0 then 1000 when music_key < 12 then 2 * ((music_key * 7 + 7) % 12) + 1 else 2 * (((music_key - 9) * 7 + 7) % 12) end));

CREATE INDEX track_key_falling on track ((case when music_key < 0 then -1 when music_key < 12 then 2 * ((music_key * 7 + 7) % 12) + 1 else 2 * (((music_key - 9) * 7 + 7) % 12) end));

CREATE INDEX picture_uncolored on picture (hash) where color = '';

CREATE TABLE analysis (
  track integer primary key references track on delete cascade,
  version integer not null default 0,   -- of the methods, 0: nothing measured
  audio_key integer not null default 0, -- the sound that was measured
  result text not null default '',      -- JSON music.Analysis
  vector blob,                          -- float32, little endian
  overview blob,
  edit text not null default '',        -- JSON music.AnalysisEdit
  edited_at integer not null default 0,
  edited_by text not null default '',   -- account.id
  tempo real not null default 0,       -- measured, as in result
  music_key integer not null default -1,
  loudness real not null default -1000,
  energy real not null default -1,
  edit_tempo real,                      -- corrected, as in edit
  edit_key integer,
  tried integer not null default 0,     -- version of the last attempt
  attempts integer not null default 0,  -- since the last success
  run_at integer not null default 0,    -- not before
  leased_until integer not null default 0,
  error text not null default '',       -- why the last attempt failed, for the operator
  analysed_at integer not null default 0
) strict;

CREATE INDEX analysis_failed on analysis (track) where error <> '';

CREATE INDEX analysis_at on analysis (analysed_at);

CREATE TABLE upload (
  seq integer primary key,
  id text not null unique,
  account integer references account on delete set null, -- null: the person is gone, and so is this soon
  file_name text not null,
  metadata text not null, -- Upload-Metadata, as the client sent it
  length integer not null, -- bytes
  state text not null,
  reason text not null default '',
  audio text not null default '', -- JSON music.AudioFile
  track_id text not null default '',
  place text not null default '',  -- key of the bytes below music.UploadsRoot, once they are looked at
  created_at integer not null,
  expires_at integer not null
, is_mix integer not null default 0, is_recording integer not null default 0) strict;

CREATE INDEX upload_account on upload (account);

CREATE INDEX upload_expires on upload (expires_at);

CREATE INDEX upload_track on upload (track_id) where track_id <> '';

CREATE INDEX track_sound on track (audio_key);

CREATE TABLE tag_edit (
  seq integer primary key,
  id text not null,                 -- the same for all tracks changed at once
  track integer not null references track on delete cascade,
  account text not null,            -- account.id of who changed it
  before text not null,             -- JSON of the fields that changed
  after text not null,
  in_file integer not null,         -- written to the file; else the file still says before
  created_at integer not null,
  undone_at integer not null default 0
) strict;

CREATE INDEX tag_edit_id on tag_edit (id);

CREATE INDEX tag_edit_track on tag_edit (track);

CREATE INDEX tag_edit_account on tag_edit (account, created_at);

CREATE TABLE tag_override (
  track integer primary key references track on delete cascade,
  content text not null, -- JSON music.TagOverride
  size integer not null default 0,  -- of a file that says so itself, 0: none does
  mtime integer not null default 0
) strict;

CREATE UNIQUE INDEX playlist_invitation on playlist (invitation) where invitation <> '';

CREATE INDEX playlist_public on playlist (seq) where is_public = 1;

CREATE TABLE playlist_entry (
  seq integer primary key autoincrement, -- never used again: others may still mean the old one
  playlist integer not null references playlist on delete cascade,
  place integer not null,  -- rises through the list, with gaps for what is put between
  track integer not null references track on delete cascade,
  account integer references account on delete set null, -- who added it
  added_at integer not null
) strict;

CREATE UNIQUE INDEX playlist_entry_place on playlist_entry (playlist, place);

CREATE INDEX playlist_entry_track on playlist_entry (track);

CREATE INDEX playlist_entry_account on playlist_entry (account) where account is not null;

CREATE TABLE playlist_member (
  playlist integer not null references playlist on delete cascade,
  account integer not null references account on delete cascade,
  joined_at integer not null,
  primary key (playlist, account)
) strict, without rowid;

CREATE INDEX playlist_member_account on playlist_member (account);

CREATE TABLE rating (
  account integer not null references account on delete cascade,
  track integer not null references track on delete cascade,
  stars integer not null, -- 1 to 5
  at integer not null,
  primary key (account, track)
) strict, without rowid;

CREATE INDEX rating_track on rating (track);

CREATE TABLE follow (
  seq integer primary key,
  account integer not null references account on delete cascade,
  kind text not null, -- artist, person, station, dj
  item text not null, -- id of what is followed; the name of a DJ
  at integer not null,
  unique (account, kind, item)
) strict;

CREATE INDEX follow_item on follow (kind, item);

CREATE TABLE notification (
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

CREATE INDEX notification_account on notification (account, created_at, seq);

CREATE INDEX notification_unread on notification (account) where read_at = 0 and dismissed_at = 0;

CREATE INDEX notification_actor on notification (actor) where actor <> '';

CREATE TABLE push_subscription (
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

CREATE INDEX push_subscription_account on push_subscription (account);

CREATE INDEX push_subscription_session on push_subscription (session);

CREATE TABLE secret (
  name text not null primary key,
  value blob not null -- sealed
) strict;

CREATE TABLE share (
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

CREATE INDEX share_account on share (account, seq);

CREATE INDEX share_item on share (kind, item);

CREATE TABLE player_device (
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

CREATE TABLE history_pause (
  account integer not null references account on delete cascade,
  began_at integer not null,
  ended_at integer not null,
  primary key (account, began_at)
) strict, without rowid;

CREATE TABLE forgotten_play (
  account integer not null references account on delete cascade,
  id text not null, -- play.id
  at integer not null,
  primary key (account, id)
) strict, without rowid;

CREATE INDEX forgotten_play_at on forgotten_play (at);

CREATE INDEX album_added on album (added_at);

CREATE INDEX track_added on track (added_at);

CREATE INDEX track_year on track (year) where missing_at = 0;

CREATE INDEX play_listening on play (account, started_at, track, listened, counted);

CREATE INDEX track_news on track (added_at) where missing_at = 0 and (owner is not null or album is null);

CREATE INDEX track_rules on track (duration, missing_at, is_public, owner, year, added_at, is_ai_generated, format, bitrate,
  tempo, energy, loudness, music_key, title_sort, artist_key, title, album_title);

CREATE INDEX track_credit on track (artist);

CREATE INDEX track_album_order on track (album_key);

CREATE INDEX track_duration on track (duration);

CREATE INDEX track_plays on track (plays);

CREATE INDEX track_year_rising on track ((case when year = 0 then 10000 else year end));

CREATE UNIQUE INDEX station_mount on station (mount);

CREATE TABLE station_dj (
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

CREATE INDEX station_dj_password on station_dj (password_hash) where password_hash <> '';

CREATE INDEX station_dj_account on station_dj (account) where account is not null;

CREATE TABLE station_list (
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

CREATE INDEX station_list_station on station_list (station, position);

CREATE TABLE station_show (
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

CREATE INDEX station_show_station on station_show (station, start_minute);

CREATE TABLE station_request (
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

CREATE INDEX station_request_waiting on station_request (station, state, seq);

CREATE TABLE station_vote (
  request integer not null references station_request on delete cascade,
  account integer not null references account on delete cascade,
  primary key (request, account)
) strict;

CREATE TABLE station_message (
  seq integer primary key,
  id text not null unique,
  station integer not null references station on delete cascade,
  account integer not null references account on delete cascade,
  text text not null,            -- '' once it is removed
  created_at integer not null,
  removed_at integer not null default 0
) strict;

CREATE INDEX station_message_station on station_message (station, seq);

CREATE INDEX station_message_account on station_message (account, created_at);

CREATE TABLE station_play (
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

CREATE INDEX station_play_station on station_play (station, began_at, seq);

CREATE TABLE station_session (
  seq integer primary key,
  station integer not null references station on delete cascade,
  account integer references account on delete set null,
  began_at integer not null,
  seconds integer not null,
  format text not null
, is_rolled integer not null default 0) strict;

CREATE INDEX station_session_station on station_session (station, began_at);

CREATE INDEX station_session_began on station_session (began_at);

CREATE TABLE station_event (
  seq integer primary key,
  station integer not null references station on delete cascade,
  at integer not null,
  kind text not null,            -- decision, source, encoder, silence, relay, schedule, error
  text text not null
) strict;

CREATE INDEX station_event_station on station_event (station, at, seq);

CREATE TABLE station_state (
  station integer primary key references station on delete cascade,
  queue text not null,           -- JSON: what comes next, with reasons and what people moved
  revision integer not null,     -- rises with every change of the queue: of two planners the second looks again
  state text not null,           -- JSON: what plays, since when
  updated_at integer not null
) strict;

CREATE TABLE recording (
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

CREATE INDEX recording_station on recording (station, began_at);

CREATE INDEX recording_account on recording (account);

CREATE INDEX recording_mix on recording (mix) where mix <> '';

CREATE INDEX recording_state on recording (state);

CREATE TABLE podcast (
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

CREATE INDEX podcast_owner on podcast (owner) where owner is not null;

CREATE INDEX podcast_private on podcast (private_to) where private_to is not null;

CREATE INDEX podcast_due on podcast (next_poll_at) where feed_url <> '';

CREATE TABLE podcast_subscription (
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

CREATE INDEX podcast_subscription_podcast on podcast_subscription (podcast);

CREATE TABLE episode (
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

CREATE UNIQUE INDEX episode_guid on episode (podcast, guid);

CREATE INDEX episode_audio on episode (podcast, audio_key);

CREATE INDEX episode_mix on episode (mix) where mix <> '';

CREATE INDEX episode_published on episode (podcast, published_at, seq, folded);

CREATE INDEX episode_wanted on episode (fetch_after) where wanted and file = '';

CREATE INDEX episode_unwanted on episode (podcast) where not wanted and file <> '';

CREATE TABLE episode_progress (
  account integer not null references account on delete cascade,
  episode integer not null references episode on delete cascade,
  position integer not null,      -- ms
  done integer not null,
  at integer not null,            -- by the clock of the player
  primary key (account, episode)
) strict;

CREATE INDEX episode_progress_recent on episode_progress (account, at);

CREATE INDEX episode_progress_episode on episode_progress (episode);

CREATE TABLE episode_play (
  seq integer primary key,
  podcast integer not null references podcast on delete cascade,
  episode integer not null references episode on delete cascade,
  at integer not null,
  who text not null,
  app text not null               -- what played it, by its name
, is_rolled integer not null default 0) strict;

CREATE INDEX episode_play_podcast on episode_play (podcast, at);

CREATE INDEX episode_play_episode on episode_play (episode, who, at);

CREATE INDEX episode_play_at on episode_play (at);

CREATE TABLE replay (
  seq integer primary key,
  account integer not null references account on delete cascade,
  key text not null,
  fingerprint blob not null, -- SHA-256 of the request
  answer blob,               -- sealed; null while the request runs
  expires_at integer not null,
  unique (account, key)
) strict;

CREATE INDEX replay_expiry on replay (expires_at);

CREATE TABLE change (
  seq integer primary key, -- in the order of commits
  kind text not null,                 -- start, track, like (also ratings), playlist
  account integer references account on delete set null, -- whose list it concerns; null for a track
  first integer not null default 0,   -- the tracks or the playlist with these seqs changed,
  last integer not null default 0,
  gone text not null default '',      -- and the one with this id left the list
  is_public integer not null default 0, -- who could see a track that is gone: as track.is_public
  owner text,                         -- and track.owner
  at integer not null default (cast(unixepoch('subsec') * 1000 as integer))
) strict;

CREATE TRIGGER liked_added after insert on liked begin
  insert into change (kind, account, first, last) values ('like', new.account, new.track, new.track);
end;

CREATE TRIGGER liked_removed after delete on liked begin
  insert into change (kind, account, first, last, gone)
    select 'like', a.seq, t.seq, t.seq, t.id from account a, track t where a.seq = old.account and t.seq = old.track;
end;

CREATE TRIGGER rating_added after insert on rating begin
  insert into change (kind, account, first, last) values ('like', new.account, new.track, new.track);
end;

CREATE TRIGGER rating_changed after update on rating begin
  insert into change (kind, account, first, last) values ('like', new.account, new.track, new.track);
end;

CREATE TRIGGER rating_removed after delete on rating begin
  insert into change (kind, account, first, last)
    select 'like', a.seq, t.seq, t.seq from account a, track t where a.seq = old.account and t.seq = old.track;
end;

CREATE TRIGGER track_changed after update of title, artist, artist_id, album_title, album_id, album_artist, genre, year, disc, number,
    duration, samples, sample_rate, channels, bit_depth, bitrate, format, size, cover, has_lyrics, is_public, is_ai_generated, owner,
    missing_at, track_gain, track_peak, album_gain, album_peak, tempo, music_key, loudness, energy on track
  when (old.title, old.artist, old.artist_id, old.album_title, old.album_id, old.album_artist, old.genre, old.year, old.disc, old.number,
    old.duration, old.samples, old.sample_rate, old.channels, old.bit_depth, old.bitrate, old.format, old.size, old.cover, old.has_lyrics,
    old.is_public, old.is_ai_generated, old.owner, old.missing_at, old.track_gain, old.track_peak, old.album_gain, old.album_peak,
    old.tempo, old.music_key, old.loudness, old.energy)
    is not (new.title, new.artist, new.artist_id, new.album_title, new.album_id, new.album_artist, new.genre, new.year, new.disc, new.number,
    new.duration, new.samples, new.sample_rate, new.channels, new.bit_depth, new.bitrate, new.format, new.size, new.cover, new.has_lyrics,
    new.is_public, new.is_ai_generated, new.owner, new.missing_at, new.track_gain, new.track_peak, new.album_gain, new.album_peak,
    new.tempo, new.music_key, new.loudness, new.energy)
begin
  insert into change (kind, first, last, gone, is_public, owner) values ('track', new.seq, new.seq,
    case when old.missing_at = 0 and (new.missing_at > 0 or old.is_public and not new.is_public) then old.id else '' end, old.is_public, old.owner);
end;

CREATE TRIGGER track_removed before delete on track begin
  insert into change (kind, account, gone) select 'like', account, old.id from liked where track = old.seq;
  insert into change (kind, gone, is_public, owner) select 'track', old.id, old.is_public, old.owner where old.missing_at = 0;
end;

CREATE TRIGGER playlist_added after insert on playlist begin
  insert into change (kind, account, first, last) values ('playlist', new.account, new.seq, new.seq);
end;

CREATE TRIGGER playlist_changed after update on playlist begin
  insert into change (kind, account, first, last)
    select 'playlist', account, new.seq, new.seq from playlist_member where playlist = new.seq union select 'playlist', new.account, new.seq, new.seq;
end;

CREATE TRIGGER playlist_removed before delete on playlist begin
  insert into change (kind, account, gone)
    select 'playlist', seq, old.id from account where seq = old.account or seq in (select account from playlist_member where playlist = old.seq);
end;

CREATE TRIGGER playlist_joined after insert on playlist_member begin
  insert into change (kind, account, first, last)
    select 'playlist', account, playlist, playlist from playlist_member where playlist = new.playlist
    union select 'playlist', account, seq, seq from playlist where seq = new.playlist;
end;

CREATE TRIGGER playlist_left after delete on playlist_member begin
  insert into change (kind, account, gone)
    select 'playlist', a.seq, p.id from account a, playlist p where a.seq = old.account and p.seq = old.playlist;
  insert into change (kind, account, first, last)
    select 'playlist', m.account, p.seq, p.seq from playlist_member m join playlist p on p.seq = m.playlist where m.playlist = old.playlist
    union select 'playlist', account, seq, seq from playlist where seq = old.playlist;
end;

CREATE TRIGGER account_renamed after update of first_name, last_name, is_private on account
  when (old.first_name, old.last_name, old.is_private) is not (new.first_name, new.last_name, new.is_private)
begin
  insert into change (kind, account, first, last)
    select 'playlist', m.account, p.seq, p.seq from playlist p join playlist_member m on m.playlist = p.seq where p.account = new.seq
    union select 'playlist', new.seq, seq, seq from playlist where account = new.seq;
end;

CREATE TABLE automix (
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

CREATE INDEX automix_account on automix (account);

CREATE INDEX automix_state on automix (state);

CREATE TABLE mix_like (
  account integer not null references account on delete cascade,
  mix integer not null references mix on delete cascade,
  at integer not null,
  primary key (account, mix)
) strict;

CREATE INDEX mix_like_mix on mix_like (mix);

CREATE TABLE mix_comment (
  seq integer primary key,
  id text not null unique,
  mix integer not null references mix on delete cascade,
  account integer not null references account on delete cascade,
  at integer not null,           -- ms from the beginning of the mix
  text text not null,            -- '' once it is removed
  created_at integer not null,
  removed_at integer not null default 0
) strict;

CREATE INDEX mix_comment_mix on mix_comment (mix, seq);

CREATE INDEX mix_comment_account on mix_comment (account, created_at);

CREATE TABLE marks (
  account integer not null references account on delete cascade,
  track integer not null references track on delete cascade,
  marks text not null,     -- JSON
  version integer not null, -- ms of the last change, or more where two fell into one
  primary key (account, track)
) strict;

CREATE INDEX marks_track on marks (track);

CREATE TABLE generation (
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

CREATE INDEX generation_account on generation (account, started_at);

CREATE INDEX generation_state on generation (state);

CREATE INDEX generation_verdict on generation (verdict);

CREATE INDEX generation_track on generation (track_id);

CREATE INDEX generation_reviewer on generation (reviewer);

CREATE TABLE generation_message (
  seq integer primary key,
  id text not null unique,
  account integer not null references account on delete cascade,
  content text not null,                  -- what the person wrote; empty in a reply
  reply text not null default '',         -- the server's message
  generation text not null default '',
  created_at integer not null
) strict;

CREATE INDEX generation_message_account on generation_message (account, seq);

CREATE TABLE generation_log (
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

CREATE INDEX generation_log_account on generation_log (account);

CREATE INDEX generation_log_time on generation_log (created_at);

CREATE TABLE rollup_entry (
  seq integer primary key,
  source integer not null,     -- 1 track, 2 mix, 3 episode, 4 station
  item text not null,          -- its id
  account integer references account on delete set null, -- null: a visitor
  at integer not null,         -- when it began
  listened integer not null,   -- ms
  counted integer not null,    -- it counts as a play
  device text not null,
  country text not null        -- '' if it is not known
) strict;

CREATE TABLE rollup_item (
  seq integer primary key autoincrement, -- never used again
  kind text not null,
  id text not null,
  name text not null,
  detail text not null,        -- artist, DJ or podcast
  unique (kind, id)
) strict;

CREATE TABLE rollup_person (
  seq integer primary key autoincrement, -- never used again
  account integer unique references account on delete set null -- null: the account was deleted
) strict;

CREATE TABLE rollup (
  subject text not null,
  level integer not null,      -- 0 hours, 1 days, 2 blocks of days
  at integer not null,         -- number of the period since 1970
  data blob not null,          -- see store/analytics/list.go
  primary key (subject, level, at)
) strict;

CREATE TABLE rollup_stale (
  subject text not null,
  level integer not null,
  at integer not null,
  mark integer not null,        -- another one whenever an hour of the period changes
  primary key (subject, level, at)
) strict, without rowid;

CREATE TABLE rollup_past (
  source integer primary key,
  hour integer not null,       -- the next one
  last integer not null
) strict;

CREATE TABLE storage_sample (
  kind text not null,          -- library, mixes, recordings, podcasts, database
  day integer not null,        -- since 1970
  at integer not null,
  bytes integer not null,
  primary key (kind, day)
) strict, without rowid;

CREATE TABLE alert (
  seq integer primary key,
  id text not null unique,
  kind text not null,
  topic text not null,       -- what it is about; the same again is counted here for a while
  data text not null,        -- JSON of what its sentence mentions
  link text not null,        -- path in the web app
  count integer not null,
  created_at integer not null,
  updated_at integer not null,
  solved_at integer not null default 0,
  told_at integer not null default 0, -- when it was last sent
  due_at integer not null default 0   -- when it is sent again; 0 for never
) strict;

CREATE INDEX alert_topic on alert (topic, seq);

CREATE INDEX alert_updated on alert (updated_at, seq);

CREATE INDEX alert_due on alert (due_at) where due_at > 0;

CREATE TABLE alert_read (
  account integer not null references account on delete cascade,
  alert integer not null references alert on delete cascade,
  read_at integer not null,
  primary key (account, alert)
) strict;

CREATE INDEX alert_read_alert on alert_read (alert);

CREATE TABLE alert_delivery (
  seq integer primary key,
  id text not null unique,
  alert integer not null references alert on delete cascade,
  channel text not null,
  state text not null,       -- waiting, sent, failed
  attempts integer not null default 0,
  reason text not null default '', -- why the last attempt failed, as a message
  created_at integer not null,
  updated_at integer not null
, next_at integer not null default 0) strict;

CREATE INDEX alert_delivery_alert on alert_delivery (alert);

CREATE TABLE generation_sound (
  generation text primary key, -- its id
  audio_key integer not null,
  samples integer not null,
  checksum text not null       -- MD5 of the samples, in hex; '' if the file states none
, waveform blob) strict;

CREATE INDEX generation_sound_key on generation_sound (audio_key, samples);

CREATE INDEX generation_sound_checksum on generation_sound (checksum);

CREATE TABLE setting_save (
  seq integer primary key,
  at integer not null,
  actor text not null,   -- ID of the account
  changes text not null  -- JSON
) strict;

CREATE TABLE plan (
  seq integer primary key,
  id text not null unique,
  name text not null,
  description text not null default '',
  rank integer not null,
  month_amount integer, -- minor units; null if the plan is not sold by the month
  month_currency text not null default '',
  year_amount integer,
  year_currency text not null default '',
  trial_days integer not null default 0,
  family_members integer not null default 0, -- who share the plan with the one who pays
  grants text not null, -- JSON, by entitlement
  is_offered integer not null default 0,
  archived_at integer not null default 0,
  version integer not null,
  created_at integer not null,
  updated_at integer not null
) strict;

CREATE TABLE membership (
  seq integer primary key,
  id text not null unique,
  account integer not null references account on delete cascade,
  plan integer not null references plan,
  source text not null, -- grant, code, stripe, community
  status text not null, -- trialing, active, past_due, canceled, ended
  starts_at integer not null,
  ends_at integer not null default 0, -- of the period that is paid for; 0 for no end
  grace_until integer not null default 0,
  trial_ends_at integer not null default 0,
  past_due_since integer not null default 0,
  canceled_at integer not null default 0,
  cancel_at_period_end integer not null default 0,
  term text not null default '', -- month or year, for which the price is
  amount integer not null default 0,
  currency text not null default '',
  reason text not null default '', -- of the operator who granted or ended it
  granted_by text not null default '', -- ID of that operator's account
  reference text not null default '', -- at its source
  created_at integer not null,
  updated_at integer not null
) strict;

CREATE INDEX membership_account on membership (account);

CREATE INDEX membership_plan on membership (plan);

CREATE UNIQUE INDEX membership_reference on membership (source, reference) where reference <> '';

CREATE TABLE premium_batch (
  seq integer primary key,
  id text not null unique,
  plan integer not null references plan,
  count integer not null,
  uses integer not null, -- of each code
  days integer not null default 0, -- for which the plan is granted; 0 for until ends_at
  ends_at integer not null default 0,
  expires_at integer not null default 0, -- 0 for never
  note text not null default '',
  created_by text not null default '', -- ID of the operator's account
  created_at integer not null,
  revoked_at integer not null default 0
) strict;

CREATE INDEX premium_batch_plan on premium_batch (plan);

CREATE TABLE premium_code (
  seq integer primary key,
  batch integer not null references premium_batch on delete cascade,
  hash blob not null unique,
  uses_left integer not null
) strict;

CREATE INDEX premium_code_batch on premium_code (batch);

CREATE TABLE premium_redemption (
  code integer not null references premium_code on delete cascade,
  account integer not null references account on delete cascade,
  at integer not null,
  primary key (code, account)
) strict;

CREATE INDEX premium_redemption_account on premium_redemption (account);

CREATE TABLE family_member (
  seq integer primary key,
  id text not null unique,
  payer integer not null references account on delete cascade,
  member integer unique references account on delete cascade, -- null until the person has joined
  email text not null, -- to which the invitation went
  hash blob unique, -- of the invitation; null once it was used
  invited_at integer not null,
  expires_at integer not null,
  joined_at integer not null default 0
) strict;

CREATE INDEX family_member_payer on family_member (payer, joined_at);

CREATE TABLE premium_payment (
  seq integer primary key,
  id text not null unique,
  service text not null,
  external text not null, -- ID at the service
  kind text not null, -- payment, refund, end
  account integer references account on delete set null, -- with whom it is matched
  plan integer references plan,
  email text not null default '', -- until it is matched
  payer text not null default '', -- what the service calls the person
  amount integer not null,
  currency text not null,
  tier text not null default '',
  term text not null default '',
  until integer not null default 0, -- to when it is paid, where the service says so
  reference text not null default '', -- what the service calls the payment; a refund has that of the payment
  at integer not null,
  matched_at integer not null default 0,
  created_at integer not null,
  unique (service, external)
) strict;

CREATE INDEX premium_payment_account on premium_payment (account);

CREATE INDEX premium_payment_plan on premium_payment (plan);

CREATE INDEX premium_payment_at on premium_payment (at);

CREATE INDEX premium_payment_reference on premium_payment (service, reference) where reference <> '';

CREATE INDEX premium_payment_unmatched on premium_payment (seq) where matched_at = 0;

CREATE TABLE premium_event (
  seq integer primary key,
  id text not null unique,
  service text not null,
  external text not null, -- ID at the service
  kind text not null default '',
  body text not null,
  received_at integer not null,
  processed_at integer not null default 0,
  reason text not null default '', -- why it could not be processed, as a message
  unique (service, external)
) strict;

CREATE INDEX premium_event_received on premium_event (received_at);

CREATE TABLE premium_customer (
  service text not null,
  customer text not null,
  account integer not null references account on delete cascade,
  primary key (service, customer)
) strict;

CREATE INDEX premium_customer_account on premium_customer (account);

CREATE TABLE automix_dropped (
  account integer not null references account on delete cascade,
  created_at integer not null,
  duration integer not null -- ms
) strict;

CREATE INDEX automix_dropped_account on automix_dropped (account);

CREATE TABLE api_key (
  seq integer primary key,
  id text not null unique,
  account integer not null references account on delete cascade,
  hash blob not null unique, -- SHA-256
  sealed blob, -- the secret, encrypted; null for keys from before
  name text not null,
  scopes text not null, -- separated by spaces
  created_at integer not null,
  expires_at integer not null, -- 0 for never
  last_used_at integer not null,
  last_address text not null
) strict;

CREATE INDEX api_key_account on api_key (account);

CREATE TABLE favourite (
  account integer not null references account on delete cascade,
  kind text not null, -- album, artist
  item text not null, -- its id
  liked_at integer not null default 0, -- 0: not liked
  stars integer not null default 0,    -- 1 to 5; 0: not rated
  primary key (account, kind, item)
) strict, without rowid;

CREATE TABLE bookmark (
  account integer not null references account on delete cascade,
  track integer not null references track on delete cascade,
  position integer not null, -- ms
  comment text not null,
  created_at integer not null,
  changed_at integer not null,
  primary key (account, track)
) strict, without rowid;

CREATE INDEX bookmark_track on bookmark (track);

CREATE TABLE play_queue (
  account integer primary key references account on delete cascade,
  tracks text not null,      -- JSON: their ids in order
  current integer not null,  -- position in the queue
  position integer not null, -- ms, in the current track
  changed_at integer not null,
  changed_by text not null   -- name of the app
) strict;

CREATE TABLE scrobble_connection (
  seq integer primary key,
  account integer not null references account on delete cascade,
  service text not null, -- listenbrainz, lastfm
  server text not null default '', -- address of another server with the service's API
  name text not null, -- of the person at the service
  secret blob not null, -- sealed
  connected_at integer not null,
  is_stopped integer not null default 0, -- until the person connects again
  problem text not null default '', -- why nothing can be sent, as a message
  failures integer not null default 0, -- in a row
  next_at integer not null default 0, -- when the next attempt is due, or a server's claim ends
  sent integer not null default 0,
  refused integer not null default 0,
  sent_at integer not null default 0, -- when the last listens were sent
  unique (account, service)
) strict;

CREATE TABLE scrobble (
  seq integer primary key,
  connection integer not null references scrobble_connection on delete cascade,
  account integer not null,
  play text not null,
  foreign key (account, play) references play (account, id) on delete cascade
) strict;

CREATE UNIQUE INDEX scrobble_play on scrobble (account, play, connection);

CREATE INDEX scrobble_waiting on scrobble (connection, seq);

CREATE TABLE import (
  seq integer primary key,
  account integer not null references account on delete cascade,
  id text not null unique,
  at integer not null,
  files text not null, -- their names, one a line
  plays integer not null default 0,
  likes integer not null default 0,
  playlists integer not null default 0
) strict;

CREATE INDEX import_account on import (account, at);

CREATE TABLE import_item (
  import integer not null references import on delete cascade,
  kind text not null, -- like, playlist
  item text not null, -- ID of a track or playlist
  primary key (import, kind, item)
) strict, without rowid;

CREATE INDEX track_recording on track (recording_id);

CREATE INDEX analysis_leased on analysis (leased_until) where leased_until > 0;

CREATE INDEX play_counted on play (account, started_at, track, listened, counted) where counted > 0;

CREATE TABLE webhook (
  seq integer primary key,
  id text not null unique,
  account integer not null references account on delete cascade,
  address text not null,
  events text not null, -- with a space around each
  secret blob not null, -- sealed
  created_at integer not null,
  is_paused integer not null default 0, -- by the person
  is_stopped integer not null default 0, -- by the server
  problem text not null default '', -- why the last attempt failed, as a message
  failures integer not null default 0, -- in a row
  failing_since integer not null default 0,
  next_at integer not null default 0, -- when the next attempt is due, or a server's claim ends
  sent integer not null default 0,
  sent_at integer not null default 0 -- when the last event was sent
) strict;

CREATE INDEX webhook_account on webhook (account);

CREATE TABLE webhook_delivery (
  seq integer primary key,
  id text not null unique,
  webhook integer not null references webhook on delete cascade,
  event text not null,
  data text not null, -- JSON
  state text not null, -- waiting, sent, failed
  attempts integer not null default 0,
  reason text not null default '', -- why the last attempt failed, as a message
  at integer not null, -- when it happened
  updated_at integer not null
) strict;

CREATE INDEX webhook_delivery_webhook on webhook_delivery (webhook, seq);

CREATE INDEX webhook_delivery_waiting on webhook_delivery (webhook, seq) where state = 'waiting';
