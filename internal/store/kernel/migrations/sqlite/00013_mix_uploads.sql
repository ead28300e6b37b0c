-- +goose Up

-- Whether an upload is the sound of a mix, or was until the mix was withdrawn.
alter table upload add column is_mix integer not null default 0;
update upload set is_mix = 1 where exists (
  select 1 from mix where audio_url = '/media/audio/' || upload.id or audio_url like '/media/audio/' || upload.id || '.%'
);
