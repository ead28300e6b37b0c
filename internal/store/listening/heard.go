package listening

import (
	"context"
	"fmt"
	"slices"
	"time"

	"sonora/internal/history"
	"sonora/internal/music"
	"sonora/internal/store/catalogue"
	"sonora/internal/store/kernel"
	"sonora/internal/store/search"
)

type heardRow struct {
	catalogue.TrackRow
	id           string
	at, listened int64
}

func (r *heardRow) Dest() []any { return append(r.TrackRow.Dest(), &r.id, &r.at, &r.listened) }

func (r *heardRow) Value() history.Heard {
	return history.Heard{ID: r.id, At: kernel.Moment(r.at), Listened: kernel.Length(r.listened), Track: r.TrackRow.Value()}
}

var heardLatest = kernel.Order{Name: "p.latest", Key: "p.started_at", Numeric: true, Seq: "p.track", Desc: true}

// ofAccount is the condition that the plays p belong to an account.
const ofAccount = "p.account = (select seq from account where account.id = ?)"

// Heard returns a page of the viewer's history, latest first. It leaves out
// tracks that the viewer may no longer see, but not those without a file.
func (s *Store) Heard(ctx context.Context, v music.Viewer, f history.Filter, p music.Page) (music.List[history.Heard], error) {
	l := kernel.Listing{
		Columns: catalogue.TrackColumns + ", p.id, p.started_at, p.listened", From: "play p join track t on t.seq = p.track", Joins: catalogue.WithLiked(v),
		Where: (&kernel.Query{}).Add(ofAccount+" and ", v.AccountID).CanSee(v), Order: heardLatest, Personal: true,
	}
	if f.Text != "" {
		match := search.Parse(s.db, f.Text).Match
		if match == "" {
			return music.List[history.Heard]{Items: []history.Heard{}}, nil
		}
		l.Where.Add(" and p.track in (select rowid from ("+fmt.Sprintf(s.db.Dialect.Candidates, "track_search")+" limit ? + 0) c)", match, maxHeardMatches)
	}
	list, err := kernel.Page(ctx, s.db, &heardRow{}, l, p)
	if err != nil {
		return list, fmt.Errorf("list history: %w", err)
	}
	return list, nil
}

// maxHeardMatches is the maximum number of tracks that a search of the history
// considers.
const maxHeardMatches = 20_000

// Forget removes a play from the viewer's history. Play counts stay the same,
// and a repeated report of the play has no effect. It returns NotFound if there
// is no such play.
func (s *Store) Forget(ctx context.Context, v music.Viewer, id string, at time.Time) error {
	return s.db.Update(ctx, "remove a play", func(tx *kernel.Tx) error {
		return forget(ctx, tx, v, at, " and id = ?", id)
	})
}

// ForgetAll clears the viewer's history, including plays that started before at
// and are reported later.
func (s *Store) ForgetAll(ctx context.Context, v music.Viewer, at time.Time) error {
	return s.db.Update(ctx, "clear history", func(tx *kernel.Tx) error {
		if err := forget(ctx, tx, v, at, ""); err != nil && music.CodeOf(err) != music.NotFound {
			return err
		}
		_, err := tx.Exec(ctx, "update account set history_cleared_at = ? where id = ?", kernel.Millis(at), v.AccountID)
		return err
	})
}

// forget counts plays that are not counted yet, and removes them. It keeps no
// trace of plays that are too old to be reported again.
func forget(ctx context.Context, tx *kernel.Tx, v music.Viewer, at time.Time, which string, args ...any) error {
	args = append([]any{v.AccountID}, args...)
	where := "account = (select seq from account where account.id = ?)" + which
	if _, err := rollUp(ctx, tx, " and "+where, args...); err != nil {
		return err
	}
	recent := append([]any{kernel.Millis(at)}, append(slices.Clone(args), kernel.Millis(at.Add(-music.OldestReport)))...)
	if _, err := tx.Exec(ctx, "insert into forgotten_play (account, id, at) select account, id, ? from play where "+where+
		" and started_at >= ? on conflict do nothing", recent...); err != nil {
		return err
	}
	return kernel.Found(tx.Exec(ctx, "delete from play where "+where, args...))
}

// Remember restores a play in the viewer's history without counting it. It
// returns NotFound if the viewer may not see the track. An existing play stays
// unchanged.
func (s *Store) Remember(ctx context.Context, v music.Viewer, p music.Play) error {
	t, err := catalogue.VisibleTrack(ctx, s.db, v, p.TrackID)
	if err != nil {
		return err
	}
	id := playID(p.ID)
	return s.db.Update(ctx, "restore a play", func(tx *kernel.Tx) error {
		if _, err := tx.Exec(ctx, "delete from forgotten_play where account = (select seq from account where account.id = ?) and id = ?", v.AccountID, id); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `insert into play (account, id, track, started_at, listened, pending, counted, is_rolled)
			select a.seq, ?, ?, ?, ?, false, ? + 0, true from account a where a.id = ? on conflict do nothing`,
			id, t.A, kernel.Millis(p.StartedAt), p.Listened.Milliseconds(), counts(p.Listened, kernel.Length(t.B)), v.AccountID)
		return err
	})
}

// HistoryPausedAt returns since when an account's plays are not stored, or zero
// if they are.
func (s *Store) HistoryPausedAt(ctx context.Context, accountID string) (time.Time, error) {
	return s.accountTime(ctx, "history_paused_at", accountID)
}

// HistoryClearedAt returns when an account's history was last cleared, or zero
// for never.
func (s *Store) HistoryClearedAt(ctx context.Context, accountID string) (time.Time, error) {
	return s.accountTime(ctx, "history_cleared_at", accountID)
}

func (s *Store) accountTime(ctx context.Context, column, accountID string) (time.Time, error) {
	at, err := kernel.One(ctx, s.db.Read, &kernel.Cell[int64]{}, "select "+column+" from account where id = ?", accountID)
	if err != nil {
		return time.Time{}, fmt.Errorf("read %s: %w", column, err)
	}
	return kernel.Moment(at), nil
}

// maxPauses is the maximum number of listed pauses of a history.
const maxPauses = 1000

// HistoryPauses returns the past pauses of an account's history that still
// affect reports, latest first.
func (s *Store) HistoryPauses(ctx context.Context, accountID string) ([]history.Span, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &kernel.Pair[int64, int64]{}, `select h.began_at, h.ended_at from history_pause h
		where h.account = (select seq from account where account.id = ?) order by h.began_at desc limit ? + 0`, accountID, maxPauses)
	if err != nil {
		return nil, fmt.Errorf("list pauses: %w", err)
	}
	spans := make([]history.Span, len(list))
	for i, h := range list {
		spans[i] = history.Span{From: kernel.Moment(h.A), To: kernel.Moment(h.B)}
	}
	return spans, nil
}

// PauseHistory stops storing an account's plays. It does nothing during a
// pause.
func (s *Store) PauseHistory(ctx context.Context, accountID string, at time.Time) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update account set history_paused_at = case when history_paused_at = 0 then ? else history_paused_at end where id = ?",
		kernel.Millis(at), accountID))
}

// ResumeHistory stores an account's plays again, except those that started
// during the pause.
func (s *Store) ResumeHistory(ctx context.Context, accountID string, at time.Time) error {
	return s.db.Update(ctx, "end a pause", func(tx *kernel.Tx) error {
		if _, err := tx.Exec(ctx, `insert into history_pause (account, began_at, ended_at)
			select a.seq, a.history_paused_at, ? from account a where a.id = ? and a.history_paused_at > 0
			on conflict (account, began_at) do update set ended_at = excluded.ended_at`, kernel.Millis(at), accountID); err != nil {
			return err
		}
		return kernel.Found(tx.Exec(ctx, "update account set history_paused_at = 0 where id = ?", accountID))
	})
}
