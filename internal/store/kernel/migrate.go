package kernel

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

//go:embed migrations
var migrations embed.FS

// schemas holds, for each engine, the schema that all migrations together
// produce. Creating it at once takes a sixth of the time. Each file begins with
// its version; newer migrations are then applied as usual.
//
//go:embed schema
var schemas embed.FS

// versionTable is the table of applied migrations.
const versionTable = "sonora_version"

// LatestVersion returns the schema version of this program.
func LatestVersion() int64 {
	files, err := fs.Glob(migrations, "migrations/sqlite/*.sql")
	if err != nil {
		panic(err) // the pattern is constant
	}
	return int64(len(files))
}

// Inspect returns the schema version of the database at url without changing
// anything. It is 0 if the database does not exist or is empty. It returns the
// same errors as Open.
func Inspect(ctx context.Context, url string) (version int64, err error) {
	path, isSQLite := strings.CutPrefix(url, "sqlite:")
	var db *sql.DB
	switch {
	case isSQLite:
		if db, err = sqliteInspection(path); db == nil {
			return 0, err
		}
	case strings.HasPrefix(url, "postgres://"), strings.HasPrefix(url, "postgresql://"):
		if db, _, err = postgresPool(url, 1, rhythm{}); err != nil {
			return 0, err
		}
	default:
		return 0, errors.New(`the database URL has to begin with "sqlite:" or "postgres://"`)
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if isSQLite {
		return inspect(ctx, db, sqliteDialect.tables)
	}
	return inspect(ctx, db, postgresDialect.tables)
}

// sqliteInspection opens a database file read-only. It returns nil if the file
// does not exist or is empty.
func sqliteInspection(path string) (*sql.DB, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open database: %w", err)
	}
	defer f.Close()
	header := make([]byte, len(magic))
	n, err := io.ReadFull(f, header)
	if n == 0 && errors.Is(err, io.EOF) {
		return nil, nil
	}
	if string(header) != magic {
		return nil, fmt.Errorf("%s is %w: it is not an SQLite file", path, ErrForeign)
	}
	mode := "mode=ro"
	if _, err := os.Stat(path + "-wal"); errors.Is(err, fs.ErrNotExist) {
		mode = "immutable=1" // there is no log file next to it; do not create one
	}
	return sql.Open("sqlite", sqliteDSN(path, mode))
}

func inspect(ctx context.Context, db *sql.DB, tables string) (int64, error) {
	rows, err := db.QueryContext(ctx, tables)
	if err != nil {
		return 0, fmt.Errorf("read database: %w", err)
	}
	defer rows.Close()
	some := false
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return 0, fmt.Errorf("read database: %w", err)
		}
		if some = true; name == versionTable {
			return checkVersion(ctx, db)
		}
	}
	if err := rows.Err(); err != nil {
		return 0, fmt.Errorf("read database: %w", err)
	}
	if some {
		return 0, fmt.Errorf("this is %w: it has tables, but none of Sonora's", ErrForeign)
	}
	return 0, nil
}

// checkVersion returns the schema version, and a *NewerError if it is newer
// than this program's.
func checkVersion(ctx context.Context, db *sql.DB) (int64, error) {
	var version int64
	err := db.QueryRowContext(ctx, "select coalesce(max(version_id), 0) from "+versionTable).Scan(&version)
	if err != nil {
		return 0, fmt.Errorf("read database version: %w", err)
	}
	if latest := LatestVersion(); version > latest {
		return version, &NewerError{Database: version, Program: latest}
	}
	return version, nil
}

// Version returns the schema version of the open database.
func (db *DB) Version(ctx context.Context) (int64, error) { return checkVersion(ctx, db.Read.db) }

// migrate updates the schema from a version to LatestVersion. Several processes
// may do so concurrently.
func (db *DB) migrate(ctx context.Context, version int64) error {
	if version == LatestVersion() {
		return nil
	}
	if version == 0 {
		if err := db.create(ctx); err != nil {
			return err
		}
	}
	if err := db.migrateForward(ctx, LatestVersion()); err != nil || db.Dialect == &postgresDialect {
		return err
	}
	// Write the new schema into the file itself, so that a copy of the file
	// includes it.
	_, err := db.Write.db.ExecContext(ctx, "pragma wal_checkpoint(truncate)")
	return err
}

// create gives an empty database the latest schema, and does not change any
// other database.
func (db *DB) create(ctx context.Context) error {
	schema, err := schemas.ReadFile("schema/" + db.Dialect.name + ".sql")
	if err != nil {
		return err
	}
	tx, err := db.Write.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	err = createIn(ctx, tx, db.Dialect, string(schema))
	if err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

func createIn(ctx context.Context, tx *sql.Tx, d *Dialect, schema string) error {
	if d.oneAtATime != "" { // another server may be creating it
		if _, err := tx.ExecContext(ctx, d.oneAtATime); err != nil {
			return err
		}
	}
	var tables int
	if err := tx.QueryRowContext(ctx, "select count(*) from ("+d.tables+") present").Scan(&tables); err != nil || tables > 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, schema); err != nil {
		return err
	}
	var latest int64
	if _, err := fmt.Sscanf(schema, "-- Version %d.", &latest); err != nil {
		return fmt.Errorf("read the version of the schema: %w", err)
	}
	for version := range latest + 1 {
		if _, err := tx.ExecContext(ctx, fmt.Sprintf("insert into %s (version_id, is_applied) values (%d, true)", versionTable, version)); err != nil {
			return err
		}
	}
	return nil
}

// migrateForward applies the migrations up to a version that the database lacks.
func (db *DB) migrateForward(ctx context.Context, version int64) error {
	options := []goose.ProviderOption{
		goose.WithTableName(versionTable), goose.WithDisableGlobalRegistry(true), goose.WithLogger(goose.NopLogger()),
	}
	dialect := goose.DialectSQLite3
	if db.Dialect == &postgresDialect {
		dialect = goose.DialectPostgres
		locker, err := lock.NewPostgresSessionLocker(lock.WithLockTimeout(1, 120))
		if err != nil {
			return err
		}
		options = append(options, goose.WithSessionLocker(locker))
	}
	folder, err := fs.Sub(migrations, "migrations/"+db.Dialect.name)
	if err != nil {
		return err
	}
	provider, err := goose.NewProvider(dialect, db.Write.db, folder, options...)
	if err != nil {
		return err
	}
	_, err = provider.UpTo(ctx, version)
	return err
}
