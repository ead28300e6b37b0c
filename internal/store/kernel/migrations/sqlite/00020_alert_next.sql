-- +goose Up
-- When the next attempt to deliver an alert is due; 0 if there is none.
alter table alert_delivery add column next_at integer not null default 0;
update alert_delivery set next_at = updated_at where state = 'waiting';
