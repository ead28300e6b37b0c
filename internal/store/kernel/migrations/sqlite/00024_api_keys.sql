-- +goose Up
-- App passwords become API keys: with several scopes, an end, and the secret itself,
-- encrypted. Keys from before keep working, except for Subsonic's tokens.
create table api_key (
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

insert into api_key (id, account, hash, sealed, name, scopes, created_at, expires_at, last_used_at, last_address)
select id, account, hash, null, name, case scope when 'full' then 'listen write' else 'listen' end, created_at, 0, last_used_at, last_address
from app_password order by seq;

drop table app_password;

create index api_key_account on api_key (account);

update security_event set kind = 'api_key_made' where kind = 'app_password_made';
update security_event set kind = 'api_key_revoked' where kind = 'app_password_removed';
