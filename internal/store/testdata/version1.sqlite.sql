PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE sonora_version (
		id INTEGER PRIMARY KEY AUTOINCREMENT,
		version_id INTEGER NOT NULL,
		is_applied INTEGER NOT NULL,
		tstamp TIMESTAMP DEFAULT (datetime('now'))
	);
INSERT INTO sonora_version VALUES(1,0,1,'2026-11-21 12:50:44');
INSERT INTO sonora_version VALUES(2,1,1,'2026-11-21 12:50:44');
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
) strict;
INSERT INTO account VALUES(1,'01M7Z2HGE8VB6V1NW31AAGZQ1S','ana@music.example','$argon2id$v=19$m=19456,t=2,p=1$DX/asM8an8thRK6DaZAmvg$QPN2ZHx2O6wJ8xyI5RUFfe9sJG2Zzf8gb6dNKN1aWOk','Ana','','','','','','',0,1,1,'','','admin',1795265446344,1795265446461,0);
INSERT INTO account VALUES(2,'01M7Z2HGG45E35B1WR89C9ZZR5','ben@music.example','$argon2id$v=19$m=19456,t=2,p=1$5LYOXsjMSmD17LLXV31dmA$xbGf+7n3n9JrYh8Ff+eUIl3iZ74uoXa3xK0cZYdnABU','Ben','','','','','','',0,1,1,'','','creator',1795265446404,0,0);
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
) strict;
INSERT INTO session VALUES('01M7Z2HGHXKCAFN7ZQ4PJNPZDB',1,X'a12ac2ced53cf030c3badc43770b7badefcb6caaf6986338bc92c32ea10b85c9',NULL,1795265446461,1795265446461,1795265446461,1795351846461,0,'curl/7.88.1','127.0.0.1');
CREATE TABLE signing_key (
  id text not null primary key,
  secret blob not null,
  created_at integer not null,
  retired_at integer not null
) strict;
INSERT INTO signing_key VALUES('01M7Z2HEEZKJGRN5W3EZSWAJR4',X'75ce543bbb3f87265bdaab54ab6c49d0888ae4d88f584b5582406af85846822b',1795265444319,0);
CREATE TABLE setting (
  name text not null primary key,
  value text not null -- JSON
) strict, without rowid;
INSERT INTO setting VALUES('siteName','"Ana FM"');
CREATE TABLE failed_login (
  key text not null,
  at integer not null
) strict;
CREATE TABLE root (
  seq integer primary key,
  path text not null unique,
  active integer not null
) strict;
INSERT INTO root VALUES(1,'/srv/music',1);
CREATE TABLE folder (
  seq integer primary key,
  root integer not null references root,
  key text not null,  -- path, shortened when very long
  path text not null, -- relative to the root
  extras integer not null default 0, -- fingerprint of covers and .lrc files
  unique (root, key)
) strict;
INSERT INTO folder VALUES(1,1,'','',0);
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
INSERT INTO artist VALUES(1,'01M7Z2HEF6Z5X7W2FVH5FQ9QPG','ana','Ana','ana','',0,2,2,1,'',0);
CREATE TABLE genre (
  seq integer primary key,
  name text not null unique, -- one spelling
  key text not null,         -- one genre
  public_tracks integer not null default 0,
  tracks integer not null default 0,
  all_tracks integer not null default 0,
  stale integer not null default 1
) strict;
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
INSERT INTO album VALUES(1,'01M7Z2HEF6G4BYCRG61K21JN3H','f:1/	first','First','first','Ana','01M7Z2HEF6Z5X7W2FVH5FQ9QPG','ana	0000	first',0,'',0,'',1,2000,1795265444325,0,2,2);
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
) strict;
INSERT INTO track VALUES(1,'01M7Z2HEF6EPQHHRQVVEYPB7CM','Song 1','song 1',1,0,0,NULL,'Ana','01M7Z2HEF6Z5X7W2FVH5FQ9QPG','ana	first	00100000',1,'01M7Z2HEF6G4BYCRG61K21JN3H','First','Ana',100000,'',0,0,0,1000,44100,44100,1,16,96,'flac',20323,'',0,0,1795265444325,NULL,NULL,NULL,NULL,1,'1.flac',1795265397297128034,-5079201850096396586,NULL,'',0,0,'',0,0.0,'','');
INSERT INTO track VALUES(2,'01M7Z2HEF6WZAY3WN34JVQ029N','Song 2','song 2',0,0,0,NULL,'Ana','01M7Z2HEF6Z5X7W2FVH5FQ9QPG','ana	first	00100000',1,'01M7Z2HEF6G4BYCRG61K21JN3H','First','Ana',100000,'',0,0,0,1000,44100,44100,1,16,102,'flac',21090,'',0,0,1795265444325,NULL,NULL,NULL,NULL,1,'2.flac',1795265397385128033,-1891771640709430699,NULL,'',0,0,'',0,0.0,'','');
CREATE TABLE track_artist (
  track integer not null references track on delete cascade,
  role integer not null, -- 0 artist, 1 album artist, 2 composer
  position integer not null,
  artist integer not null references artist,
  primary key (track, role, position)
) strict, without rowid;
INSERT INTO track_artist VALUES(1,0,0,1);
INSERT INTO track_artist VALUES(2,0,0,1);
CREATE TABLE track_genre (
  track integer not null references track on delete cascade,
  position integer not null,
  genre integer not null references genre,
  primary key (track, position)
) strict, without rowid;
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
) strict, without rowid;
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
INSERT INTO liked VALUES(1,1,1795265447496);
CREATE TABLE play (
  account integer not null references account on delete cascade,
  id text not null, -- chosen by the client
  track integer not null references track on delete cascade,
  started_at integer not null,
  listened integer not null,
  pending integer not null, -- counts, and is not yet in track.plays
  primary key (account, id)
) strict, without rowid;
INSERT INTO play VALUES(1,'01M7Z2G3MXC83CEN5HDWY0KP66',1,1795176000000,4000,0);
CREATE TABLE scan (
  id integer primary key check (id = 1),
  status text not null -- JSON
) strict;
INSERT INTO scan VALUES(1,'{"id":"01M7Z2HGJDQ64FSWDBG59TJWVR","state":"finished","startedAt":"2026-11-21T12:50:46.477386436Z","finishedAt":"2026-11-21T12:50:46.48220118Z","folder":"","found":2,"checked":2,"walked":true,"added":0,"updated":0,"moved":0,"missing":0,"problems":0,"error":""}');
PRAGMA writable_schema=ON;
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','track_search','track_search',0,'CREATE VIRTUAL TABLE track_search using fts5 (words, content='''', contentless_delete=1, detail=none, prefix=''2 3'',
  tokenize="unicode61 remove_diacritics 0 categories ''L* M* N* P* S* C*''")');
CREATE TABLE IF NOT EXISTS 'track_search_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO track_search_data VALUES(1,X'0208');
INSERT INTO track_search_data VALUES(10,X'00000000ff00000101010100010101010101000002');
INSERT INTO track_search_data VALUES(137438953473,X'0000004d02303101010132020103616e6101010105666972737401010104736f6e670101000331616e01010102666901010102736f0101000432616e610101010366697201010103736f6e01010404040709080706060807');
CREATE TABLE IF NOT EXISTS 'track_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO track_search_idx VALUES(1,X'',2);
CREATE TABLE IF NOT EXISTS 'track_search_docsize'(id INTEGER PRIMARY KEY, sz BLOB, origin INTEGER);
INSERT INTO track_search_docsize VALUES(1,X'04',1);
INSERT INTO track_search_docsize VALUES(2,X'04',1);
CREATE TABLE IF NOT EXISTS 'track_search_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO track_search_config VALUES('version',4);
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','album_search','album_search',0,'CREATE VIRTUAL TABLE album_search using fts5 (words, content='''', contentless_delete=1, detail=none, prefix=''2 3'',
  tokenize="unicode61 remove_diacritics 0 categories ''L* M* N* P* S* C*''")');
CREATE TABLE IF NOT EXISTS 'album_search_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO album_search_data VALUES(1,X'0203');
INSERT INTO album_search_data VALUES(10,X'00000000ff000001010203000201010101010101010201010202000001');
INSERT INTO album_search_data VALUES(137438953473,X'00000019063066697273740100033166690100043266697201040806');
INSERT INTO album_search_data VALUES(274877906945,X'0000002a0430616e61010105666972737401000331616e010102666901000432616e6101010366697201040608060507');
INSERT INTO album_search_data VALUES(9007336693694464,X'04000000000000010000000000000001000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000');
CREATE TABLE IF NOT EXISTS 'album_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO album_search_idx VALUES(1,X'',2);
INSERT INTO album_search_idx VALUES(2,X'',2);
CREATE TABLE IF NOT EXISTS 'album_search_docsize'(id INTEGER PRIMARY KEY, sz BLOB, origin INTEGER);
INSERT INTO album_search_docsize VALUES(1,X'02',2);
CREATE TABLE IF NOT EXISTS 'album_search_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO album_search_config VALUES('version',4);
INSERT INTO sqlite_schema(type,name,tbl_name,rootpage,sql)VALUES('table','artist_search','artist_search',0,'CREATE VIRTUAL TABLE artist_search using fts5 (words, content='''', contentless_delete=1, detail=none, prefix=''2 3'',
  tokenize="unicode61 remove_diacritics 0 categories ''L* M* N* P* S* C*''")');
CREATE TABLE IF NOT EXISTS 'artist_search_data'(id INTEGER PRIMARY KEY, block BLOB);
INSERT INTO artist_search_data VALUES(1,X'0101');
INSERT INTO artist_search_data VALUES(10,X'00000000ff00000101010100010101010101000001');
INSERT INTO artist_search_data VALUES(137438953473,X'000000170430616e6101000331616e01000432616e6101040606');
CREATE TABLE IF NOT EXISTS 'artist_search_idx'(segid, term, pgno, PRIMARY KEY(segid, term)) WITHOUT ROWID;
INSERT INTO artist_search_idx VALUES(1,X'',2);
CREATE TABLE IF NOT EXISTS 'artist_search_docsize'(id INTEGER PRIMARY KEY, sz BLOB, origin INTEGER);
INSERT INTO artist_search_docsize VALUES(1,X'01',1);
CREATE TABLE IF NOT EXISTS 'artist_search_config'(k PRIMARY KEY, v) WITHOUT ROWID;
INSERT INTO artist_search_config VALUES('version',4);
DELETE FROM sqlite_sequence;
INSERT INTO sqlite_sequence VALUES('sonora_version',2);
CREATE INDEX session_account on session (account);
CREATE INDEX session_previous on session (previous_hash) where previous_hash is not null;
CREATE INDEX failed_login_key on failed_login (key, at);
CREATE INDEX failed_login_at on failed_login (at);
CREATE INDEX artist_sort on artist (sort_name);
CREATE INDEX genre_key on genre (key);
CREATE INDEX album_title on album (title_sort);
CREATE INDEX album_artist on album (artist_key);
CREATE INDEX album_year on album (year);
CREATE UNIQUE INDEX track_file on track (folder, name);
CREATE INDEX track_title on track (title_sort);
CREATE INDEX track_artist_order on track (artist_key);
CREATE INDEX track_album on track (album, position);
CREATE INDEX track_cover on track (cover) where cover <> '';
CREATE INDEX track_present on track (is_public, owner) where missing_at = 0;
CREATE INDEX track_missing on track (audio_key) where missing_at > 0;
CREATE INDEX track_owner on track (owner) where owner is not null;
CREATE INDEX track_cover_folder on track (cover_folder) where cover_folder is not null;
CREATE INDEX artist_track on track_artist (artist, track);
CREATE INDEX genre_track on track_genre (genre, track);
CREATE INDEX liked_at on liked (account, at);
CREATE INDEX liked_track on liked (track);
CREATE INDEX play_latest on play (account, started_at);
CREATE INDEX play_track on play (track);
CREATE INDEX play_pending on play (track) where pending = 1;
PRAGMA writable_schema=OFF;
COMMIT;
