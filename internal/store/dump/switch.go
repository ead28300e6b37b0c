package dump

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"sonora/internal/store/kernel"
)

// A database is replaced in two steps. First another one is filled beside it: a
// file with the suffix besideSuffix, or the PostgreSQL schema besideSchema. Then
// both change places at once.

const (
	besideSuffix = ".restoring"
	besideSchema = "sonora_restoring"
	asidePrefix  = "sonora_before_restore_"
)

// Beside returns the URL of the database that is to replace the one at url, and
// removes what an earlier attempt left there.
func Beside(ctx context.Context, at string) (string, error) {
	if path, ok := kernel.IsSQLite(at); ok {
		return at + besideSuffix, removeSQLite(path + besideSuffix)
	}
	beside, err := inSchema(at, besideSchema)
	if err != nil {
		return "", err
	}
	return beside, alone(at, func(db *sql.DB) error {
		if _, err := db.ExecContext(ctx, "drop schema if exists "+besideSchema+" cascade"); err != nil {
			return err
		}
		if _, err := db.ExecContext(ctx, "create schema "+besideSchema); err != nil {
			return fmt.Errorf("make a place beside the database (its user needs: grant create on database … to …): %w", err)
		}
		return nil
	})
}

// inSchema returns the URL of another schema of the same PostgreSQL database.
func inSchema(at, schema string) (string, error) {
	u, err := url.Parse(at)
	if err != nil {
		return "", errors.New("the database URL is not valid") // without the password in it
	}
	query := u.Query()
	query.Set("search_path", schema)
	u.RawQuery = query.Encode()
	return u.String(), nil
}

// alone calls f with a connection of its own.
func alone(at string, f func(db *sql.DB) error) (err error) {
	db, err := kernel.FillAlone(at)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return f(db)
}

// ErrInUse means that a database cannot be replaced, because somebody is using it.
var ErrInUse = errors.New("the database is in use: stop every server and other program that is connected to it")

const (
	// leaveTime is how long others have to disconnect: PostgreSQL notices only after
	// a moment that a program has ended.
	leaveTime = 3 * time.Second
	leaveStep = 100 * time.Millisecond
)

// Unused returns ErrInUse if others are connected to the PostgreSQL database at url
// as the same user. For SQLite it returns nil: servers lock their data folder.
func Unused(ctx context.Context, at string) error {
	if _, ok := kernel.IsSQLite(at); ok {
		return nil
	}
	return alone(at, func(db *sql.DB) error {
		for until := time.Now().Add(leaveTime); ; {
			others, err := texts(ctx, db, 1, `select concat_ws(' ', nullif(application_name, ''), coalesce(host(client_addr), 'on this machine')) from pg_stat_activity
				where datname = current_database() and usename = current_user and backend_type = 'client backend' and pid <> pg_backend_pid()`)
			if err != nil {
				return fmt.Errorf("look who uses the database: %w", err)
			}
			if len(others) == 0 {
				return nil
			}
			if time.Now().After(until) {
				return fmt.Errorf("%w (%d connections, one from %s)", ErrInUse, len(others), others[0][0])
			}
			select {
			case <-ctx.Done():
				return ctx.Err()
			case <-time.After(leaveStep):
			}
		}
	})
}

// Discard removes the database beside the one at url.
func Discard(ctx context.Context, at string) error {
	if path, ok := kernel.IsSQLite(at); ok {
		return removeSQLite(path + besideSuffix)
	}
	return alone(at, func(db *sql.DB) error {
		_, err := db.ExecContext(ctx, "drop schema if exists "+besideSchema+" cascade")
		return err
	})
}

// sqliteFiles are the suffixes of the files of one SQLite database.
var sqliteFiles = []string{"", "-wal", "-shm", "-journal"}

func removeSQLite(path string) error {
	for _, suffix := range sqliteFiles {
		if err := os.Remove(path + suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Switch puts the database beside into the place of the one at url, which no
// server may be using, and keeps that one. It returns what the kept one is
// called; "" if there was none. If it was interrupted, or had ended already,
// calling it again with the same time continues.
func Switch(ctx context.Context, at string, prepared time.Time) (kept string, err error) {
	if path, ok := kernel.IsSQLite(at); ok {
		return switchFiles(path, path+".before-restore-"+prepared.UTC().Format("20060102T150405Z"))
	}
	kept = asidePrefix + prepared.UTC().Format("20060102t150405")
	err = alone(at, func(db *sql.DB) error {
		if err := switchSchemas(ctx, db, kept); err != nil {
			return err
		}
		found, err := texts(ctx, db, 1, "select nspname from pg_namespace where nspname = $1", kept)
		if len(found) == 0 {
			kept = ""
		}
		return err
	})
	if err != nil {
		return "", fmt.Errorf("switch to the restored database: %w", err)
	}
	return kept, nil
}

// switchFiles links the old file to its new name before the new file replaces it,
// so that there is a database at every moment.
func switchFiles(path, aside string) (kept string, err error) {
	switch err := syncFile(path + besideSuffix); {
	case errors.Is(err, os.ErrNotExist):
		return existing(aside), existingDatabase(path)
	case err != nil:
		return "", err
	}
	for _, suffix := range sqliteFiles[1:] { // what the old file did not contain yet belongs to it
		if err := os.Rename(path+suffix, aside+suffix); err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
	}
	switch err := os.Link(path, aside); {
	case err == nil, errors.Is(err, os.ErrExist), errors.Is(err, os.ErrNotExist):
	default: // a file system without hard links
		if err := os.Rename(path, aside); err != nil {
			return "", err
		}
	}
	if err := os.Rename(path+besideSuffix, path); err != nil {
		return "", err
	}
	return existing(aside), syncFile(filepath.Dir(path))
}

// existing returns the name of a file, or "" if there is none.
func existing(name string) string {
	if _, err := os.Stat(name); err != nil {
		return ""
	}
	return name
}

// errUnprepared means that there is neither a database to switch to nor one that
// was switched to.
var errUnprepared = errors.New("there is no restored database")

func existingDatabase(path string) error {
	if existing(path) == "" {
		return errUnprepared
	}
	return nil
}

// syncFile waits until a file or folder is on the disk.
func syncFile(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

// switchSchemas moves the tables and functions of the current schema to a new one,
// and those of besideSchema into the current schema. Without besideSchema, this was
// done.
func switchSchemas(ctx context.Context, db *sql.DB, aside string) (err error) {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, tx.Rollback())
		}
	}()
	current, err := texts(ctx, tx, 1, "select current_schema()")
	if err != nil {
		return err
	}
	old, err := objects(ctx, tx, current[0][0])
	if err != nil {
		return err
	}
	fresh, err := objects(ctx, tx, besideSchema)
	if err != nil {
		return err
	}
	switch {
	case len(fresh) == 0 && len(old) == 0:
		return errUnprepared
	case len(fresh) == 0:
		return tx.Commit()
	}
	statements := []string{}
	if len(old) > 0 {
		statements = append(statements, "create schema "+aside)
	}
	for _, o := range old {
		statements = append(statements, "alter "+o+" set schema "+aside)
	}
	for _, o := range fresh {
		statements = append(statements, "alter "+o+" set schema "+quoted(current[0][0]))
	}
	for _, statement := range append(statements, "drop schema "+besideSchema) {
		if _, err := tx.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return tx.Commit()
}

// objects returns the tables and functions of a schema as "alter" names them. Only
// those that this database user owns are Sonora's, and none of an extension.
func objects(ctx context.Context, q querier, schema string) (all []string, err error) {
	found, err := texts(ctx, q, 1, `select 'table ' || c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind in ('r', 'p') and n.nspname = $1 and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
		union all select 'function ' || p.oid::regprocedure from pg_proc p join pg_namespace n on n.oid = p.pronamespace
		where n.nspname = $1 and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`, schema)
	for _, f := range found {
		all = append(all, f[0])
	}
	return all, err
}
