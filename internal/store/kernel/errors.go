package kernel

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"sonora/internal/music"
)

// ErrNewer means that a newer version of Sonora wrote the database.
var ErrNewer = errors.New("the database is from a newer version of Sonora")

// ErrForeign means that a file or database contains something other than
// Sonora's data.
var ErrForeign = errors.New("not a Sonora database")

// NewerError is ErrNewer with the schema versions.
type NewerError struct {
	Database int64 // version of the database
	Program  int64 // latest version that this program supports
}

// Error implements error.
func (e *NewerError) Error() string {
	return fmt.Sprintf("%v: it has schema version %d, this program knows versions up to %d; install the newer Sonora again, or restore a backup from before the upgrade",
		ErrNewer, e.Database, e.Program)
}

// Is makes errors.Is(err, ErrNewer) true.
func (e *NewerError) Is(target error) bool { return target == ErrNewer }

// Meanings of a driver's error.
const (
	uniqueViolation = iota + 1
	foreignKeyViolation
	transient   // retrying the transaction may succeed
	readOnly    // the engine takes no changes, for example without disk space
	unreachable // the engine cannot even read, for example without a connection
	badText     // a text contains a character that the engine does not store
)

var errBadText = music.NewError(music.Invalid, "The text contains a character that cannot be stored.")

// These are shown to people; the causes go to the log.
var (
	errReadOnly = &music.Error{
		Code: music.Unavailable, RetryAfter: 10 * time.Second,
		Detail: music.Say("Changes cannot be saved at the moment. You can still listen. Try again soon."),
	}
	errUnreachable = &music.Error{
		Code: music.Unavailable, RetryAfter: 10 * time.Second,
		Detail: music.Say("The server cannot read its database at the moment. Try again soon."),
	}
)

// failure is a music.Error whose text in the log is only its cause, without the
// sentence for people.
type failure struct{ shown *music.Error }

func (f *failure) Error() string { return f.shown.Err.Error() }

func (f *failure) Unwrap() error { return f.shown }

// Public converts a driver's error to the corresponding music.Error, or returns
// it unchanged.
func (d *Dialect) Public(err error) error {
	if err == nil {
		return nil
	}
	switch d.meaning(err) {
	case uniqueViolation:
		return music.NewError(music.Conflict, "This exists already.").Because(err)
	case foreignKeyViolation:
		return music.ErrNotFound.Because(err)
	case readOnly:
		return &failure{errReadOnly.Because(err)}
	case unreachable:
		return &failure{errUnreachable.Because(err)}
	case badText:
		return errBadText.Because(err)
	}
	return err
}

// retry reports whether a failed transaction should be retried.
func (d *Dialect) retry(err error) bool { return err != nil && d.meaning(err) == transient }

func sqliteMeaning(err error) int {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return 0
	}
	switch e.Code() {
	case sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY:
		return uniqueViolation
	case sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY:
		return foreignKeyViolation
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_BUSY:
		return readOnly
	case sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB:
		return unreachable
	}
	return 0
}

func postgresMeaning(err error) int {
	var connect *pgconn.ConnectError
	var network net.Error
	isLost := slices.ContainsFunc([]error{errFrozen, errLost, driver.ErrBadConn, io.ErrUnexpectedEOF, pgconn.ErrConnClosed}, func(lost error) bool {
		return errors.Is(err, lost)
	})
	if isLost || errors.As(err, &connect) || errors.As(err, &network) {
		return unreachable
	}
	var e *pgconn.PgError
	if !errors.As(err, &e) {
		return 0
	}
	switch class := e.Code[:2]; {
	case e.Code == "53300", class == "57" && e.Code != "57014", class == "08": // too many connections, or the server is stopping or starting
		return unreachable
	case isAbsent(e):
		return unreachable
	case class == "53", class == "58":
		return readOnly
	}
	switch e.Code {
	case "23505":
		return uniqueViolation
	case "23503":
		return foreignKeyViolation
	case "22021", "22P05":
		return badText // NUL
	case "40001", "40P01":
		return transient
	}
	return 0
}

// isAbsent reports whether PostgreSQL does not find what a statement names, or
// may not read it, as while a restore makes the tables again.
func isAbsent(e *pgconn.PgError) bool {
	switch e.Code {
	case "42P01", "42703", "42883", "42704", "42P10", "3F000", "42501", "XX000":
		return true
	}
	return false
}

// Unreachable reports whether Open or Inspect failed because the PostgreSQL
// server is not running or not ready.
func Unreachable(err error) bool {
	if answer, ok := errors.AsType[*pgconn.PgError](err); ok {
		return answer.Code == "57P03" || answer.Code[:2] == "53" // the server is starting or stopping, or has no resources left
	}
	_, ok := errors.AsType[*pgconn.ConnectError](err)
	return ok
}
