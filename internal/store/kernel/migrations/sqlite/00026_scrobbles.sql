-- +goose Up
-- The services to which people have sent what they listen to.
create table scrobble_connection (
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

-- Plays that wait until they are sent.
create table scrobble (
  seq integer primary key,
  connection integer not null references scrobble_connection on delete cascade,
  account integer not null,
  play text not null,
  foreign key (account, play) references play (account, id) on delete cascade
) strict;
create unique index scrobble_play on scrobble (account, play, connection);
create index scrobble_waiting on scrobble (connection, seq);
