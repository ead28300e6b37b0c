-- +goose Up

-- What the page of a mix has. Likes are counted, not kept beside the mix: nothing ever wrote that column.
alter table mix drop column likes;
alter table mix add column tracklist text not null default '[]'; -- JSON: seconds from the beginning, artist, title, track
alter table mix add column may_download integer not null default 0;

create table mix_like (
  account integer not null references account on delete cascade,
  mix integer not null references mix on delete cascade,
  at integer not null,
  primary key (account, mix)
) strict;
create index mix_like_mix on mix_like (mix);

create table mix_comment (
  seq integer primary key,
  id text not null unique,
  mix integer not null references mix on delete cascade,
  account integer not null references account on delete cascade,
  at integer not null,           -- ms from the beginning of the mix
  text text not null,            -- '' once it is removed
  created_at integer not null,
  removed_at integer not null default 0
) strict;
create index mix_comment_mix on mix_comment (mix, seq);
create index mix_comment_account on mix_comment (account, created_at);
