-- +goose Up
-- An operator's limits for a person; null for those of the server's settings, 0 for none.
alter table account add column storage_limit bigint; -- MB
alter table account add column ai_limit bigint; -- millionths of a dollar per month
