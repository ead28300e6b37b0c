package kernel

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"sonora/internal/music"
)

// TestUnavailableDatabaseSaysWhatStillWorks checks the sentence for people, and
// that the log gets the cause alone.
func TestUnavailableDatabaseSaysWhatStillWorks(t *testing.T) {
	for _, c := range []struct {
		cause error
		want  *music.Error
	}{
		{&net.OpError{Op: "dial", Err: errors.New("connection refused")}, errUnreachable},
		{driver.ErrBadConn, errUnreachable},
		{&pgconn.PgError{Code: "57P01"}, errUnreachable}, // the server is stopping
		{&pgconn.PgError{Code: "53300"}, errUnreachable}, // too many connections
		{&pgconn.PgError{Code: "42P01"}, errUnreachable}, // the tables are gone
		{&pgconn.PgError{Code: "42P10"}, errUnreachable}, // a restore has not made the unique indexes yet
		{errLost, errUnreachable},
		{fmt.Errorf("insert: %w", pgconn.ErrConnClosed), errUnreachable},
		{&pgconn.PgError{Code: "53100"}, errReadOnly}, // the disk is full
		{&pgconn.PgError{Code: "58030"}, errReadOnly}, // input or output failed
	} {
		err := fmt.Errorf("read tracks: %w", postgresDialect.Public(c.cause))
		var shown *music.Error
		if !errors.As(err, &shown) || !shown.Detail.Equal(c.want.Detail) || shown.RetryAfter == 0 {
			t.Errorf("%v: shown %v, want %v", c.cause, shown, c.want)
		}
		if music.CodeOf(err) != music.Unavailable || !errors.Is(err, c.cause) {
			t.Errorf("%v: code %v", c.cause, music.CodeOf(err))
		}
		if logged := err.Error(); logged != "read tracks: "+c.cause.Error() || strings.Contains(logged, c.want.Detail.String()) {
			t.Errorf("logged %q", logged)
		}
	}
}
