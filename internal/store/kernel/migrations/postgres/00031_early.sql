-- +goose Up
alter table mix add column early_until bigint not null default 0; -- when its early access ends
