-- +goose Up

-- The sound of what AI made on this server. Entries outlive generations that no operator has approved, so that deleting
-- one does not open a way around the review.
create table generation_sound (
  generation text primary key, -- its id
  audio_key integer not null,
  samples integer not null,
  checksum text not null       -- MD5 of the samples, in hex; '' if the file states none
) strict;
create index generation_sound_key on generation_sound (audio_key, samples);
create index generation_sound_checksum on generation_sound (checksum);

insert into generation_sound (generation, audio_key, samples, checksum)
  select x.id, t.audio_key, t.samples, '' from generation x join track t on t.id = x.track_id;
