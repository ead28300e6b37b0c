-- +goose Up
create index analysis_leased on analysis (leased_until) where leased_until > 0;
