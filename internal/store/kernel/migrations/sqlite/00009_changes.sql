-- +goose Up

-- What changed in the lists that clients keep copies of, so that they can ask for that alone.
-- Triggers write it, so that no statement can forget it. Rows are deleted after some weeks; the newest one stays.
create table change (
  seq integer primary key, -- in the order of commits
  kind text not null,                 -- start, track, like (also ratings), playlist
  account integer references account on delete set null, -- whose list it concerns; null for a track
  first integer not null default 0,   -- the tracks or the playlist with these seqs changed,
  last integer not null default 0,
  gone text not null default '',      -- and the one with this id left the list
  is_public integer not null default 0, -- who could see a track that is gone: as track.is_public
  owner text,                         -- and track.owner
  at integer not null default (cast(unixepoch('subsec') * 1000 as integer))
) strict;

-- +goose StatementBegin
create trigger liked_added after insert on liked begin
  insert into change (kind, account, first, last) values ('like', new.account, new.track, new.track);
end;
-- +goose StatementEnd
-- +goose StatementBegin
create trigger liked_removed after delete on liked begin
  insert into change (kind, account, first, last, gone)
    select 'like', a.seq, t.seq, t.seq, t.id from account a, track t where a.seq = old.account and t.seq = old.track;
end;
-- +goose StatementEnd
-- +goose StatementBegin
create trigger rating_added after insert on rating begin
  insert into change (kind, account, first, last) values ('like', new.account, new.track, new.track);
end;
-- +goose StatementEnd
-- +goose StatementBegin
create trigger rating_changed after update on rating begin
  insert into change (kind, account, first, last) values ('like', new.account, new.track, new.track);
end;
-- +goose StatementEnd
-- +goose StatementBegin
create trigger rating_removed after delete on rating begin
  insert into change (kind, account, first, last)
    select 'like', a.seq, t.seq, t.seq from account a, track t where a.seq = old.account and t.seq = old.track;
end;
-- +goose StatementEnd

-- New tracks come in batches, and who inserts them writes one row for all.
-- +goose StatementBegin
create trigger track_changed after update of title, artist, artist_id, album_title, album_id, album_artist, genre, year, disc, number,
    duration, samples, sample_rate, channels, bit_depth, bitrate, format, size, cover, has_lyrics, is_public, is_ai_generated, owner,
    missing_at, track_gain, track_peak, album_gain, album_peak, tempo, music_key, loudness, energy on track
  when (old.title, old.artist, old.artist_id, old.album_title, old.album_id, old.album_artist, old.genre, old.year, old.disc, old.number,
    old.duration, old.samples, old.sample_rate, old.channels, old.bit_depth, old.bitrate, old.format, old.size, old.cover, old.has_lyrics,
    old.is_public, old.is_ai_generated, old.owner, old.missing_at, old.track_gain, old.track_peak, old.album_gain, old.album_peak,
    old.tempo, old.music_key, old.loudness, old.energy)
    is not (new.title, new.artist, new.artist_id, new.album_title, new.album_id, new.album_artist, new.genre, new.year, new.disc, new.number,
    new.duration, new.samples, new.sample_rate, new.channels, new.bit_depth, new.bitrate, new.format, new.size, new.cover, new.has_lyrics,
    new.is_public, new.is_ai_generated, new.owner, new.missing_at, new.track_gain, new.track_peak, new.album_gain, new.album_peak,
    new.tempo, new.music_key, new.loudness, new.energy)
begin
  insert into change (kind, first, last, gone, is_public, owner) values ('track', new.seq, new.seq,
    case when old.missing_at = 0 and (new.missing_at > 0 or old.is_public and not new.is_public) then old.id else '' end, old.is_public, old.owner);
end;
-- +goose StatementEnd
-- +goose StatementBegin
create trigger track_removed before delete on track begin
  insert into change (kind, account, gone) select 'like', account, old.id from liked where track = old.seq;
  insert into change (kind, gone, is_public, owner) select 'track', old.id, old.is_public, old.owner where old.missing_at = 0;
end;
-- +goose StatementEnd

-- +goose StatementBegin
create trigger playlist_added after insert on playlist begin
  insert into change (kind, account, first, last) values ('playlist', new.account, new.seq, new.seq);
end;
-- +goose StatementEnd
-- +goose StatementBegin
create trigger playlist_changed after update on playlist begin
  insert into change (kind, account, first, last)
    select 'playlist', account, new.seq, new.seq from playlist_member where playlist = new.seq union select 'playlist', new.account, new.seq, new.seq;
end;
-- +goose StatementEnd
-- +goose StatementBegin
create trigger playlist_removed before delete on playlist begin
  insert into change (kind, account, gone)
    select 'playlist', seq, old.id from account where seq = old.account or seq in (select account from playlist_member where playlist = old.seq);
end;
-- +goose StatementEnd
-- +goose StatementBegin
create trigger playlist_joined after insert on playlist_member begin
  insert into change (kind, account, first, last)
    select 'playlist', account, playlist, playlist from playlist_member where playlist = new.playlist
    union select 'playlist', account, seq, seq from playlist where seq = new.playlist;
end;
-- +goose StatementEnd
-- +goose StatementBegin
create trigger playlist_left after delete on playlist_member begin
  insert into change (kind, account, gone)
    select 'playlist', a.seq, p.id from account a, playlist p where a.seq = old.account and p.seq = old.playlist;
  insert into change (kind, account, first, last)
    select 'playlist', m.account, p.seq, p.seq from playlist_member m join playlist p on p.seq = m.playlist where m.playlist = old.playlist
    union select 'playlist', account, seq, seq from playlist where seq = old.playlist;
end;
-- +goose StatementEnd
-- A playlist shows the name of its owner, unless the owner is private.
-- +goose StatementBegin
create trigger account_renamed after update of first_name, last_name, is_private on account
  when (old.first_name, old.last_name, old.is_private) is not (new.first_name, new.last_name, new.is_private)
begin
  insert into change (kind, account, first, last)
    select 'playlist', m.account, p.seq, p.seq from playlist p join playlist_member m on m.playlist = p.seq where p.account = new.seq
    union select 'playlist', new.seq, seq, seq from playlist where account = new.seq;
end;
-- +goose StatementEnd

-- Every like would write it. The analysis, which alone used it, looks for new likes by account.
drop index liked_latest;
