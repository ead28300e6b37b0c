package kernel

import (
	"context"
	"errors"
	"fmt"

	"sonora/internal/music"
)

// errLost means that a database that Open opened is no longer the one at its
// place: it was renamed or dropped, or a restore has not yet filled it.
var errLost = errors.New("this is not the database that the server opened, but an empty or another one; restore it")

// A database has an identity: a text in the table secret that no other database
// has. Backups contain it.
const (
	identityName   = "database"
	selectIdentity = "select value from secret where name = '" + identityName + "'"
)

// identify gives the database an identity if it has none, and remembers it.
func (db *DB) identify(ctx context.Context) error {
	found, err := Collect(ctx, db.Write, &Cell[string]{}, selectIdentity)
	if err == nil && len(found) == 0 {
		if _, err = db.Write.Exec(ctx, "insert into secret (name, value) values (?, ?) on conflict (name) do nothing", identityName, []byte(music.NewID())); err == nil {
			found, err = Collect(ctx, db.Write, &Cell[string]{}, selectIdentity)
		}
	}
	if err == nil && len(found) == 0 {
		err = errLost
	}
	if err != nil {
		return fmt.Errorf("identify database: %w", err)
	}
	db.identity = found[0]
	db.pulse.expect(db.identity)
	return nil
}

// CheckIdentity returns Unavailable if q reads another database than the one
// that Open opened. Connections are checked when they are made; this check is
// for decisions that another database, or the same one half restored, would
// turn into a loss.
func (db *DB) CheckIdentity(ctx context.Context, q Queryer) error {
	found, err := Collect(ctx, q, &Cell[string]{}, selectIdentity)
	if err != nil {
		return err
	}
	if len(found) != 1 || found[0] != db.identity {
		db.pulse.doubt()
		return &failure{errUnreachable.Because(errLost)}
	}
	return nil
}
