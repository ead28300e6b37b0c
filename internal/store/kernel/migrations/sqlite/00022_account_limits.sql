-- +goose Up
-- An operator's limits for a person; null for those of the server's settings, 0 for none.
alter table account add column storage_limit integer; -- MB
alter table account add column ai_limit integer; -- millionths of a dollar per month
