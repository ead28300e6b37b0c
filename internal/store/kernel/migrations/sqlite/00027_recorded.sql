-- +goose Up
alter table upload add column is_recording integer not null default 0; -- it grew while it was made, as recordings of the DJ desk do
