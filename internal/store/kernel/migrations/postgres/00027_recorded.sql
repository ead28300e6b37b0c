-- +goose Up
alter table upload add column is_recording boolean not null default false; -- it grew while it was made, as recordings of the DJ desk do
