-- +goose Up

-- Responses that are sent again to requests with the same Idempotency-Key.
create table replay (
  seq integer primary key,
  account integer not null references account on delete cascade,
  key text not null,
  fingerprint blob not null, -- SHA-256 of the request
  answer blob,               -- sealed; null while the request runs
  expires_at integer not null,
  unique (account, key)
) strict;
create index replay_expiry on replay (expires_at);
