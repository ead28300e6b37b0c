package automixes

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"sonora/internal/music"
	"sonora/internal/premium"
	"sonora/internal/setlist"
	"sonora/internal/store/kernel"
)

const (
	listed = `x.id, coalesce((select a.id from account a where a.seq = x.account), ''), x.title, x.state, x.reason, x.progress, x.playable, x.revision,
		x.duration, x.size, x.tracks, x.missed, coalesce((select m.id from mix m where m.id = x.id), ''), x.created_at, x.updated_at, x.wishes`
	columns = listed + ", x.score, x.sound"
	from    = " from automix x"
	// isOwn is the condition that the automix x belongs to an account and is
	// not deleted.
	isOwn = "x.account = " + kernel.AccountSeq + " and x.state <> 'gone'"
	// isBusy is the condition that the automix x is being made.
	isBusy = "x.state in ('planning', 'rendering')"
)

// listedRow is a row of listed.
type listedRow struct {
	x                                    setlist.Automix
	playable, duration, created, updated int64
	wishes                               string
}

// Dest implements kernel.Row.
func (r *listedRow) Dest() []any {
	x := &r.x
	return []any{
		&x.ID, &x.OwnerID, &x.Title, &x.State, kernel.IntoMessage(&x.Reason), &x.Progress, &r.playable, &x.Revision,
		&r.duration, &x.Size, &x.Tracks, &x.Missed, &x.MixID, &r.created, &r.updated, &r.wishes,
	}
}

// Value implements kernel.Row.
func (r *listedRow) Value() setlist.Automix {
	x := r.x
	x.Playable, x.Duration = kernel.Length(r.playable), kernel.Length(r.duration)
	x.CreatedAt, x.UpdatedAt, x.Wishes = kernel.Moment(r.created), kernel.Moment(r.updated), json.RawMessage(r.wishes)
	return x
}

// row is a row of columns.
type row struct {
	listedRow
	score, sound string
}

// Dest implements kernel.Row.
func (r *row) Dest() []any { return append(r.listedRow.Dest(), &r.score, &r.sound) }

// Value implements kernel.Row.
func (r *row) Value() setlist.Automix {
	x := r.listedRow.Value()
	x.Score, x.Sound = json.RawMessage(r.score), json.RawMessage(r.sound)
	return x
}

// CreateAutomix adds an automix with its OwnerID, Title, Wishes and CreatedAt,
// and fills in its ID. It returns one of the errors of setlist.Limits if there
// are too many, and NotFound if the account does not exist.
func (s *Store) CreateAutomix(ctx context.Context, x *setlist.Automix, limits setlist.Limits) error {
	id := cmp.Or(x.ID, music.NewID())
	kernel.Normal(&x.Title)
	err := s.db.Update(ctx, "create automix", func(tx *kernel.Tx) error {
		if err := tx.OneAtATime(ctx); err != nil {
			return err
		}
		if err := checkRoom(ctx, tx, x.OwnerID, limits); err != nil {
			return err
		}
		at := kernel.Millis(x.CreatedAt)
		return kernel.Found(tx.Exec(ctx, `insert into automix (id, account, title, state, wishes, created_at, updated_at)
			select ?, a.seq, ?, 'planning', ?, cast(? as bigint), cast(? as bigint) from account a where a.id = ?`, id, x.Title, string(x.Wishes), at, at, x.OwnerID))
	})
	if err != nil {
		return err
	}
	x.ID, x.State, x.UpdatedAt, x.Missed = id, setlist.Planning, x.CreatedAt, -1
	return nil
}

// checkRoom returns an error if an account may not keep another automix.
func checkRoom(ctx context.Context, tx *kernel.Tx, accountID string, limits setlist.Limits) error {
	if err := checkQueue(ctx, tx, accountID, limits); err != nil {
		return err
	}
	kept, err := kernel.One(ctx, tx, &kernel.Cell[int]{}, "select count(*)"+from+" where "+isOwn, accountID)
	if err == nil && kept >= limits.Kept {
		err = setlist.ErrKept
	}
	return err
}

// checkQueue returns an error if another automix of an account may not be made
// now.
func checkQueue(ctx context.Context, tx *kernel.Tx, accountID string, limits setlist.Limits) error {
	count := func(where string, args ...any) (int, error) {
		return kernel.One(ctx, tx, &kernel.Cell[int]{}, "select count(*)"+from+" where "+where, args...)
	}
	running, err := count(isOwn+" and "+isBusy, accountID)
	if err == nil && running > 0 {
		err = setlist.ErrRunning
	}
	if err != nil {
		return err
	}
	all, err := count(isBusy)
	if err == nil && all >= limits.Queue {
		err = setlist.ErrQueue
	}
	return err
}

var newest = kernel.Order{Name: "x.newest", Seq: "x.seq", Desc: true}

// Automixes returns a page of the viewer's automixes, newest first.
func (s *Store) Automixes(ctx context.Context, v music.Viewer, p music.Page) (music.List[setlist.Automix], error) {
	list, err := kernel.Page(ctx, s.db, &listedRow{}, kernel.Listing{
		Columns: listed, From: "automix x", Where: (&kernel.Query{}).Add(isOwn, v.AccountID), Order: newest, Personal: true,
	}, p)
	if err != nil {
		return list, fmt.Errorf("list automixes: %w", err)
	}
	return list, nil
}

// Automix returns one of the viewer's automixes, or NotFound.
func (s *Store) Automix(ctx context.Context, v music.Viewer, id string) (*setlist.Automix, error) {
	return s.automix(ctx, "x.id = ? and "+isOwn, id, v.AccountID)
}

// AutomixByID returns anybody's automix, or NotFound if it does not exist or is
// deleted.
func (s *Store) AutomixByID(ctx context.Context, id string) (*setlist.Automix, error) {
	return s.automix(ctx, "x.id = ? and x.state <> 'gone'", id)
}

// AutomixOfMix returns the automix that was published as a mix, or NotFound.
// Its mix has the ID of the automix.
func (s *Store) AutomixOfMix(ctx context.Context, mixID string) (*setlist.Automix, error) {
	return s.automix(ctx, "x.id = ? and x.state <> 'gone' and exists (select 1 from mix m where m.id = x.id)", mixID)
}

func (s *Store) automix(ctx context.Context, where string, args ...any) (*setlist.Automix, error) {
	x, err := kernel.Pointer(kernel.One(ctx, s.db.Read, &row{}, "select "+columns+from+" where "+where, args...))
	if err != nil {
		return nil, fmt.Errorf("read automix: %w", err)
	}
	return x, nil
}

// BusyAutomixes returns up to limit automixes that are being made, oldest first.
func (s *Store) BusyAutomixes(ctx context.Context, limit int) ([]setlist.Automix, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &listedRow{}, "select "+listed+from+" where "+isBusy+" order by x.seq limit ? + 0", limit)
	if err != nil {
		return nil, fmt.Errorf("list automixes in progress: %w", err)
	}
	return list, nil
}

// AutomixesGone returns up to limit automixes whose sound must be deleted:
// deleted ones, and unpublished ones of deleted accounts.
func (s *Store) AutomixesGone(ctx context.Context, limit int) ([]setlist.Automix, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &listedRow{}, "select "+listed+from+` where x.state = 'gone'
		or (x.account is null and not exists (select 1 from mix m where m.id = x.id)) order by x.seq limit ? + 0`, limit)
	if err != nil {
		return nil, fmt.Errorf("list automixes to delete: %w", err)
	}
	return list, nil
}

// ChangeAutomix changes an automix with alter and returns the result, or
// NotFound if it does not exist or is deleted. The caller checks permissions.
func (s *Store) ChangeAutomix(ctx context.Context, id string, at time.Time, alter func(*setlist.Automix) error) (x *setlist.Automix, err error) {
	err = s.db.Update(ctx, "change automix", func(tx *kernel.Tx) error {
		x, err = s.change(ctx, tx, id, at, alter)
		return err
	})
	return x, err
}

// RemakeAutomix is ChangeAutomix for a change after which the sound may have to
// be rendered again. It returns one of the errors of setlist.Limits if too many
// automixes are being made.
func (s *Store) RemakeAutomix(ctx context.Context, id string, at time.Time, limits setlist.Limits, alter func(*setlist.Automix) error) (x *setlist.Automix, err error) {
	err = s.db.Update(ctx, "remake automix", func(tx *kernel.Tx) error {
		if err := tx.OneAtATime(ctx); err != nil {
			return err
		}
		x, err = s.change(ctx, tx, id, at, func(x *setlist.Automix) error {
			if err := alter(x); err != nil || !x.IsBusy() {
				return err
			}
			return checkQueue(ctx, tx, x.OwnerID, limits)
		})
		return err
	})
	return x, err
}

func (s *Store) change(ctx context.Context, tx *kernel.Tx, id string, at time.Time, alter func(*setlist.Automix) error) (*setlist.Automix, error) {
	x, err := kernel.Pointer(kernel.One(ctx, tx, &row{}, "select "+columns+from+" where x.id = ? and x.state <> 'gone'"+s.db.Dialect.Locked, id))
	if err != nil {
		return nil, err
	}
	if err := alter(x); err != nil {
		return nil, err
	}
	kernel.Normal(&x.Title)
	x.UpdatedAt = at
	if x.Waveform != nil {
		if _, err := tx.Exec(ctx, "update automix set waveform = ? where id = ?", x.Waveform, id); err != nil {
			return nil, err
		}
	}
	return x, kernel.Found(tx.Exec(ctx, `update automix set (title, state, reason, progress, playable, revision, duration, size, tracks, missed, score, sound, updated_at)
		= (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) where id = ?`,
		x.Title, string(x.State), x.Reason.Encode(), x.Progress, x.Playable.Milliseconds(), x.Revision, x.Duration.Milliseconds(), x.Size, x.Tracks, x.Missed,
		string(x.Score), string(x.Sound), kernel.Millis(at), id))
}

// NoteAutomix stores the progress of an automix. It returns NotFound if the
// automix is deleted or no longer being made.
func (s *Store) NoteAutomix(ctx context.Context, id string, progress float64, playable time.Duration) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update automix set progress = ?, playable = ? where id = ? and state in ('planning', 'rendering')", progress, playable.Milliseconds(), id))
}

// AutomixWaveform returns the waveform of an automix; empty until it is drawn.
func (s *Store) AutomixWaveform(ctx context.Context, id string) ([]byte, error) {
	return kernel.One(ctx, s.db.Read, &kernel.Cell[[]byte]{}, "select waveform from automix where id = ?", id)
}

// DropAutomix deletes the row of an automix whose sound is deleted, or returns
// NotFound. Its minutes still count in the month of now.
func (s *Store) DropAutomix(ctx context.Context, id string, now time.Time) error {
	start, _ := premium.MonthOf(now)
	month := kernel.Millis(start)
	return s.db.Update(ctx, "drop automix", func(tx *kernel.Tx) error {
		if _, err := tx.Exec(ctx, "delete from automix_dropped where created_at < ?", month); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "insert into automix_dropped (account, created_at, duration) select account, created_at, duration from automix where id = ? and account is not null and created_at >= ?", id, month)
		if err != nil {
			return err
		}
		return kernel.Found(tx.Exec(ctx, "delete from automix where id = ?", id))
	})
}

// AutomixMinutesSince returns how many minutes, rounded up, the automixes last that an
// account has asked for since a moment, without those that failed. Deleted ones count.
func (s *Store) AutomixMinutesSince(ctx context.Context, accountID string, since time.Time) (int64, error) {
	n, err := kernel.One(ctx, s.db.Read, &kernel.Cell[int64]{}, `select cast(coalesce(sum((duration + 59999) / 60000), 0) as bigint) from (
		select account, created_at, duration from automix where state <> 'failed' union all select account, created_at, duration from automix_dropped) as made
		where account = `+kernel.AccountSeq+` and created_at >= ?`, accountID, kernel.Millis(since))
	if err != nil {
		return 0, fmt.Errorf("sum the minutes of automixes: %w", err)
	}
	return n, nil
}
