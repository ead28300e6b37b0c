package kernel

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// What package dump needs to read whole databases and to fill new ones, beside
// the connections of a server.

// Derived lists the tables that are no part of a copy of the data, because they
// follow from other tables or hold for a moment only.
var Derived = []string{versionTable, "change", "replay", "track_search", "album_search", "artist_search"}

// IsSQLite returns the path of the file if url is that of an SQLite database.
func IsSQLite(url string) (path string, is bool) { return strings.CutPrefix(url, "sqlite:") }

// ReadAlone opens one connection that reads a database as it is at the first
// statement of a transaction.
func ReadAlone(url string) (*sql.DB, error) {
	path, ok := IsSQLite(url)
	if !ok {
		return postgresAlone(url)
	}
	if errSimplify != nil {
		return nil, errSimplify
	}
	// The database may be in use: its log is needed, and nothing is changed.
	db, err := sql.Open("sqlite", sqliteDSN(path, "", "query_only(1)", "cache_size(-4000)"))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// FillAlone opens one connection that fills a database that nobody else uses. If
// that fails halfway, an SQLite file may be damaged.
func FillAlone(url string) (*sql.DB, error) {
	path, ok := IsSQLite(url)
	if !ok {
		return postgresAlone(url)
	}
	if errSimplify != nil {
		return nil, errSimplify
	}
	db, err := sql.Open("sqlite", sqliteDSN(path, "", "journal_mode(off)", "synchronous(off)", "foreign_keys(0)", "temp_store(memory)", "cache_size(-64000)"))
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(1)
	return db, nil
}

// postgresAlone opens one connection without the time limits of a server's.
func postgresAlone(url string) (*sql.DB, error) {
	config, err := pgx.ParseConfig(url)
	if err != nil {
		return nil, fmt.Errorf("database URL: %w", err)
	}
	db := stdlib.OpenDB(*config)
	db.SetMaxOpenConns(1)
	return db, nil
}

// CreateAt creates the tables of a version in an empty database. They have no
// rows.
func CreateAt(ctx context.Context, url string, version int64) (err error) {
	latest := LatestVersion()
	if version > latest {
		return &NewerError{Database: version, Program: latest}
	}
	db, err := connect(url, Options{Readers: 1})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if version == latest {
		if err := db.create(ctx); err != nil {
			return fmt.Errorf("create the tables: %w", err)
		}
	}
	// The schema that is created at once may lack the newest migrations.
	if err := db.migrateForward(ctx, version); err != nil {
		return fmt.Errorf("create the tables: %w", err)
	}
	return nil
}
