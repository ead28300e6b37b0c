-- +goose Up
create index play_counted on play (account, started_at, track, listened, counted) where counted > 0;
