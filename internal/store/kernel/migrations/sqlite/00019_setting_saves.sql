-- +goose Up
-- What operators changed in the settings. The highest seq is the version of the
-- settings.
create table setting_save (
  seq integer primary key,
  at integer not null,
  actor text not null,   -- ID of the account
  changes text not null  -- JSON
) strict;
