package stations

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/station"
	"sonora/internal/store/kernel"
)

// maxStationDJs is the maximum number of DJs of a station.
const maxStationDJs = 500

const (
	selectStationDJ = `select d.id, s.id, coalesce(a.id, ''), coalesce(` + kernel.PersonName + `, ''), d.name, d.password_hash <> '', d.any_time, d.is_enabled, d.created_at, d.last_seen_at
		from station_dj d join station s on s.seq = d.station left join account a on a.seq = d.account where `
	djOfStation = "d.station = (select seq from station where station.id = ?)"
)

type stationDJRow struct {
	d             station.DJ
	created, seen int64
}

func (r *stationDJRow) Dest() []any {
	d := &r.d
	return []any{&d.ID, &d.StationID, &d.AccountID, &d.AccountName, &d.Name, &d.HasPassword, &d.AnyTime, &d.IsEnabled, &r.created, &r.seen}
}

func (r *stationDJRow) Value() station.DJ {
	d := r.d
	d.CreatedAt, d.LastSeenAt = kernel.Moment(r.created), kernel.Moment(r.seen)
	return d
}

// StationDJs returns the DJs of a station, sorted by name.
func (s *Store) StationDJs(ctx context.Context, stationID string) ([]station.DJ, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &stationDJRow{}, selectStationDJ+djOfStation+" order by lower(d.name), d.seq limit ? + 0", stationID, maxStationDJs)
	if err != nil {
		return nil, fmt.Errorf("list DJs: %w", err)
	}
	return list, nil
}

// StationDJ returns a DJ of a station, or NotFound.
func (s *Store) StationDJ(ctx context.Context, stationID, id string) (*station.DJ, error) {
	return kernel.Pointer(kernel.One(ctx, s.db.Read, &stationDJRow{}, selectStationDJ+"d.id = ? and "+djOfStation, id, stationID))
}

// StationDJByPassword returns the DJ whose password has this hash. It returns
// NotFound if there is none, or if their account is deleted or disabled.
func (s *Store) StationDJByPassword(ctx context.Context, hash string) (*station.DJ, error) {
	if hash == "" {
		return nil, music.ErrNotFound
	}
	return kernel.Pointer(kernel.One(ctx, s.db.Read, &stationDJRow{}, selectStationDJ+"d.password_hash = ? and (d.account is null or a.disabled_at = 0 and a.delete_at = 0)", hash))
}

// StationDJOfAccount returns the DJ of a station with an account, or NotFound.
func (s *Store) StationDJOfAccount(ctx context.Context, stationID, accountID string) (*station.DJ, error) {
	return kernel.Pointer(kernel.One(ctx, s.db.Read, &stationDJRow{}, selectStationDJ+djOfStation+" and a.id = ? order by d.seq limit 1", stationID, accountID))
}

// CreateStationDJ adds a DJ with the hash of a password and fills in the ID if
// empty. It returns Invalid with the fields that break a rule, Conflict if the
// name is taken, and NotFound if there is no such station.
func (s *Store) CreateStationDJ(ctx context.Context, d *station.DJ, hash string) error {
	kernel.Normal(&d.Name)
	if err := d.Check(); err != nil {
		return err
	}
	id := cmp.Or(d.ID, music.NewID())
	err := s.db.Update(ctx, "add DJ", func(tx *kernel.Tx) error {
		station, err := lockedStation(ctx, tx, d.StationID)
		if err != nil {
			return err
		}
		n, err := kernel.One(ctx, tx, &kernel.Cell[int]{}, "select count(*) from station_dj where station = ?", station)
		if err != nil {
			return err
		}
		if n >= maxStationDJs {
			return music.NewError(music.Conflict, "There are too many DJs. Remove one first.").Coded(music.CodeLimitReached)
		}
		account, err := accountOfDJ(ctx, tx, d.AccountID)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, "insert into station_dj (id, station, account, name, password_hash, any_time, is_enabled, created_at) values (?, ?, ?, ?, ?, ?, ?, ?)",
			id, station, account, d.Name, hash, d.AnyTime, d.IsEnabled, kernel.Millis(d.CreatedAt))
		return djNameTaken(err)
	})
	if err == nil {
		d.ID, d.CreatedAt, d.HasPassword = id, kernel.Moment(kernel.Millis(d.CreatedAt)), hash != ""
	}
	return err
}

// ChangeStationDJ changes a DJ and returns the result. It returns the errors of
// CreateStationDJ.
func (s *Store) ChangeStationDJ(ctx context.Context, stationID, id string, alter func(*station.DJ)) (d *station.DJ, err error) {
	err = s.db.Update(ctx, "change DJ", func(tx *kernel.Tx) error {
		if _, err := lockedStation(ctx, tx, stationID); err != nil {
			return err
		}
		if d, err = kernel.Pointer(kernel.One(ctx, tx, &stationDJRow{}, selectStationDJ+"d.id = ? and "+djOfStation, id, stationID)); err != nil {
			return err
		}
		alter(d)
		kernel.Normal(&d.Name)
		if err := d.Check(); err != nil {
			return err
		}
		account, err := accountOfDJ(ctx, tx, d.AccountID)
		if err != nil {
			return err
		}
		if err := kernel.Found(tx.Exec(ctx, "update station_dj set account = ?, name = ?, any_time = ?, is_enabled = ? where id = ?", account, d.Name, d.AnyTime, d.IsEnabled, id)); err != nil {
			return djNameTaken(err)
		}
		d, err = kernel.Pointer(kernel.One(ctx, tx, &stationDJRow{}, selectStationDJ+"d.id = ?", id))
		return err
	})
	if err != nil {
		return nil, err
	}
	return d, nil
}

// SetStationDJPassword sets the hash of a DJ's password, "" for none. It
// returns NotFound if there is no such DJ.
func (s *Store) SetStationDJPassword(ctx context.Context, stationID, id, hash string) (d *station.DJ, err error) {
	err = s.db.Update(ctx, "set password of DJ", func(tx *kernel.Tx) error {
		station, err := lockedStation(ctx, tx, stationID)
		if err != nil {
			return err
		}
		if err := kernel.Found(tx.Exec(ctx, "update station_dj set password_hash = ? where id = ? and station = ?", hash, id, station)); err != nil {
			return err
		}
		d, err = kernel.Pointer(kernel.One(ctx, tx, &stationDJRow{}, selectStationDJ+"d.id = ?", id))
		return err
	})
	if err != nil {
		return nil, err
	}
	return d, nil
}

// DeleteStationDJ deletes a DJ of a station, or returns NotFound.
func (s *Store) DeleteStationDJ(ctx context.Context, stationID, id string) error {
	return s.db.Update(ctx, "remove DJ", func(tx *kernel.Tx) error {
		station, err := lockedStation(ctx, tx, stationID)
		if err != nil {
			return err
		}
		return kernel.Found(tx.Exec(ctx, "delete from station_dj where id = ? and station = ?", id, station))
	})
}

// StationDJSeen records that a DJ is on air. It does nothing if the DJ is
// deleted.
func (s *Store) StationDJSeen(ctx context.Context, id string, at time.Time) error {
	if _, err := s.db.Write.Exec(ctx, "update station_dj set last_seen_at = ? where id = ? and last_seen_at < ?", kernel.Millis(at), id, kernel.Millis(at)); err != nil {
		return fmt.Errorf("record DJ on air: %w", err)
	}
	return nil
}

// lockedStation records a change of a station, which locks its row against
// concurrent changes, and returns its seq.
func lockedStation(ctx context.Context, tx *kernel.Tx, id string) (int64, error) {
	return kernel.One(ctx, tx, &kernel.Cell[int64]{}, "update station set version = version + 1 where id = ? returning seq", id)
}

// accountOfDJ returns the seq of an account that is enabled and not scheduled
// for deletion, or nil for "".
func accountOfDJ(ctx context.Context, tx *kernel.Tx, id string) (*int64, error) {
	if id == "" {
		return nil, nil //nolint:nilnil // null
	}
	seq, err := kernel.Pointer(kernel.One(ctx, tx, &kernel.Cell[int64]{}, "select seq from account where account.id = ? and disabled_at = 0 and delete_at = 0", id))
	if music.CodeOf(err) == music.NotFound {
		return nil, music.FieldError(music.Invalid, "accountId", music.Say("There is no such account."))
	}
	return seq, err
}

// djNameTaken explains a conflict of DJ names, and returns other errors
// unchanged.
func djNameTaken(err error) error {
	if music.CodeOf(err) != music.Conflict {
		return err
	}
	return music.FieldError(music.Conflict, "name", music.Say("Another DJ of this station has this name already.")).Because(err)
}
