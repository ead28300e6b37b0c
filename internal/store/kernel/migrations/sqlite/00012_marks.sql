-- +goose Up

-- Cue points, loops and a beat grid of their own that a person keeps for a track.
create table marks (
  account integer not null references account on delete cascade,
  track integer not null references track on delete cascade,
  marks text not null,     -- JSON
  version integer not null, -- ms of the last change, or more where two fell into one
  primary key (account, track)
) strict;
create index marks_track on marks (track);
