package store

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"github.com/jackc/pgx/v5"

	"sonora/internal/people"
	"sonora/internal/store/dump"
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

// Sealed has the settings that are saved in the database at url, and the encrypted
// secrets of authenticator apps. It changes nothing. If there is no database, the error
// is ErrEmpty.
func Sealed(ctx context.Context, url string) (settings map[string]json.RawMessage, apps [][]byte, err error) {
	s, err := dump.Open(ctx, url)
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	settings = map[string]json.RawMessage{}
	err = s.Rows(ctx, dump.Table{Name: "setting", Columns: []string{"name", "value"}}, func(row []any) error {
		name, _ := row[0].(string)
		value, _ := row[1].(string)
		settings[name] = json.RawMessage(value)
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	err = s.Rows(ctx, dump.Table{Name: "account", Columns: []string{"totp_secret"}}, func(row []any) error {
		if sealed, ok := row[0].([]byte); ok {
			apps = append(apps, slices.Clone(sealed))
		}
		return nil
	})
	return settings, apps, err
}
