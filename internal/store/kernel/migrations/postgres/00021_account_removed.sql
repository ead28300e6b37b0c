-- +goose Up
-- When an operator deleted the account, which disables it until its data are deleted
-- at delete_at; 0 if nobody or its owner did.
alter table account add column removed_at bigint not null default 0;
