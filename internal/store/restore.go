package store

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"sonora/internal/people"
)

// CompleteRestored brings a database that package dump filled to this version,
// and makes what it lacks: the tables for searching, and the entry of the audit log
// that says who restored it. Unfinished jobs of the given kinds are deleted.
func CompleteRestored(ctx context.Context, url string, entry people.AuditEntry, ended []string) (err error) {
	s, err := Open(ctx, url, Options{Readers: 1})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	if err := s.Index(ctx); err != nil {
		return err
	}
	if err := s.DeleteUnfinishedJobs(ctx, ended); err != nil {
		return err
	}
	return s.AddSecurityEvent(ctx, entry)
}

// Address returns where the PostgreSQL database at url is, without its password;
// nothing if the URL is not valid.
func Address(url string) (host string, port int, name string) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return "", 0, ""
	}
	return config.Host, int(config.Port), config.Database
}
