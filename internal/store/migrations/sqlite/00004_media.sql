-- +goose Up

-- What the analysis says, as lists show it: a correction by hand goes before
-- the measured value, that before the file's own tag.
alter table track add column analysed integer not null default 0;   -- version of the analysis, 0: not yet
alter table track add column tempo real not null default 0;         -- BPM, 0: no steady beat
alter table track add column music_key integer not null default -1; -- music.Key
alter table track add column loudness real not null default 0;      -- LUFS, when analysed
alter table track add column energy real not null default -1;       -- 0 to 1, when analysed
update track set tempo = bpm where bpm > 0;
create index track_analysed on track (analysed) where missing_at = 0;
create index track_tempo on track (tempo);
create index track_key on track (music_key);
create index track_loudness on track (loudness);
create index track_energy on track (energy);

alter table picture add column color text not null default ''; -- the dominant one, #rrggbb

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
  attempts integer not null default 0,  -- since the last success
  run_at integer not null default 0,    -- not before
  leased_until integer not null default 0,
  error text not null default '',       -- why the last attempt failed, for the operator
  analysed_at integer not null default 0
) strict;
create index analysis_failed on analysis (track) where error <> '';

create table upload (
  seq integer primary key,
  id text not null unique,
  account integer not null references account on delete cascade,
  file_name text not null,
  length integer not null, -- bytes
  state text not null,
  reason text not null default '',
  audio text not null default '', -- JSON music.AudioFile
  track_id text not null default '',
  created_at integer not null,
  expires_at integer not null
) strict;
create index upload_account on upload (account);
create index upload_expires on upload (expires_at);

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
