-- +goose Up

-- Whether an upload is the sound of a mix, or was until the mix was withdrawn.
alter table upload add column is_mix boolean not null default false;
update upload set is_mix = true where exists (
  select 1 from mix where audio_url = '/media/audio/' || upload.id or audio_url like '/media/audio/' || upload.id || '.%'
);
