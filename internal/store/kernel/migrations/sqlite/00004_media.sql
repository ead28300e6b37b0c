-- +goose Up

-- What the analysis says, as lists show it: a correction by hand goes before
-- the measured value, that before the file's own tag.
alter table track add column analysed integer not null default 0;   -- version of the analysis, 0: not yet
alter table track add column tempo real not null default 0;         -- BPM, 0: no steady beat
alter table track add column music_key integer not null default -1; -- music.Key
alter table track add column loudness real not null default -1000; -- LUFS, -1000: not known
alter table track add column energy real not null default -1; -- 0 to 1, -1: not known
update track set tempo = bpm where bpm > 0;
create index track_analysed on track (analysed) where missing_at = 0;
create index track_tempo on track (tempo);
create index track_key on track (music_key);
create index track_loudness on track (loudness);
create index track_energy on track (energy);
-- For lists in rising order, in which what is not known comes last. Keys go
-- around the wheel of fifths, a minor key before its relative major.
create index track_tempo_rising on track ((case when tempo = 0 then 1000 else tempo end));
create index track_loudness_rising on track ((case when loudness = -1000 then 1000 else loudness end));
create index track_energy_rising on track ((case when energy < 0 then 1000 else energy end));
create index track_key_rising on track ((case when music_key < 0 then 1000 when music_key < 12 then 2 * ((music_key * 7 + 7) % 12) + 1 else 2 * (((music_key - 9) * 7 + 7) % 12) end));
create index track_key_falling on track ((case when music_key < 0 then -1 when music_key < 12 then 2 * ((music_key * 7 + 7) % 12) + 1 else 2 * (((music_key - 9) * 7 + 7) % 12) end));
create index liked_latest on liked (at);

alter table picture add column color text not null default ''; -- the dominant one, #rrggbb
create index picture_uncolored on picture (hash) where color = '';

-- A row is made when a track is first tried. Analysing again replaces what was
-- measured, never edit.
create table analysis (
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
create index analysis_failed on analysis (track) where error <> '';
create index analysis_at on analysis (analysed_at);

create table upload (
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
) strict;
create index upload_account on upload (account);
create index upload_expires on upload (expires_at);
create index upload_track on upload (track_id) where track_id <> '';
create index track_sound on track (audio_key); -- the same sound again

-- Changes of tags by people: for undo, and for files that cannot be written.
create table tag_edit (
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
create index tag_edit_id on tag_edit (id);
create index tag_edit_track on tag_edit (track);
create index tag_edit_account on tag_edit (account, created_at);

-- What people changed of a track whose file cannot be written: it goes before
-- what the file says.
create table tag_override (
  track integer primary key references track on delete cascade,
  content text not null, -- JSON music.TagOverride
  size integer not null default 0,  -- of a file that says so itself, 0: none does
  mtime integer not null default 0
) strict;
