-- +goose Up

-- Cue points, loops and a beat grid of their own that a person keeps for a track.
create table marks (
  account bigint not null references account on delete cascade,
  track bigint not null references track on delete cascade,
  marks text not null,     -- JSON
  version bigint not null, -- ms of the last change, or more where two fell into one
  primary key (account, track)
);
create index marks_track on marks (track);
