-- +goose Up

-- How the sound moves, by which its copies are known however they are encoded: three bands of 25 bytes per second, one
-- band after the other. Null until the sound is known.
alter table generation_sound add column waveform bytea;
