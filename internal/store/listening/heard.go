package listening

import (
	"context"
	"fmt"
	"slices"
	"time"

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

func (r *heardRow) Value() music.Heard {
	return music.Heard{ID: r.id, At: kernel.Moment(r.at), Listened: kernel.Length(r.listened), Track: r.TrackRow.Value()}
}

var heardLatest = kernel.Order{Name: "p.latest", Key: "p.started_at", Numeric: true, Seq: "p.track", Desc: true}

// ofAccount is whose plays p are.
const ofAccount = "p.account = (select seq from account where account.id = ?)"

// Heard returns a page of the viewer's history, latest first. What they may
// not see any more is left out; what has lost its file is not.
func (s *Store) Heard(ctx context.Context, v music.Viewer, f music.HeardFilter, p music.Page) (music.List[music.Heard], error) {
	l := kernel.Listing{
		Columns: catalogue.TrackColumns + ", p.id, p.started_at, p.listened", From: "play p join track t on t.seq = p.track", Joins: catalogue.WithLiked(v),
		Where: (&kernel.Query{}).Add(ofAccount+" and ", v.AccountID).CanSee(v), Order: heardLatest, Personal: true,
	}
	if f.Text != "" {
		match := search.Parse(s.db, f.Text).Match
		if match == "" {
			return music.List[music.Heard]{Items: []music.Heard{}}, nil
		}
		l.Where.Add(" and p.track in (select rowid from ("+fmt.Sprintf(s.db.Dialect.Candidates, "track_search")+" limit ? + 0) c)", match, mostHeardMatches)
	}
	list, err := kernel.Page(ctx, s.db, &heardRow{}, l, p)
	if err != nil {
		return list, fmt.Errorf("list history: %w", err)
	}
	return list, nil
}

// mostHeardMatches is how many tracks a search of the history looks at.
const mostHeardMatches = 20_000

// Forget removes a listen from the viewer's history. What it counted for stays
// counted, and a report of it that comes again changes nothing. NotFound when
// there is none.
func (s *Store) Forget(ctx context.Context, v music.Viewer, id string, at time.Time) error {
	return s.db.Update(ctx, "forget a play", func(tx *kernel.Tx) error {
		return forget(ctx, tx, v, at, " and id = ?", id)
	})
}

// ForgetAll removes the viewer's whole history, of which there may be nothing,
// also what began by then and is reported later.
func (s *Store) ForgetAll(ctx context.Context, v music.Viewer, at time.Time) error {
	return s.db.Update(ctx, "forget all plays", func(tx *kernel.Tx) error {
		if err := forget(ctx, tx, v, at, ""); err != nil && music.CodeOf(err) != music.NotFound {
			return err
		}
		_, err := tx.Exec(ctx, "update account set history_cleared_at = ? where id = ?", kernel.Millis(at), v.AccountID)
		return err
	})
}

// forget counts what is not counted yet, and removes it. Of what is so old that
// nobody reports it again it leaves nothing.
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

// Remember puts a listen back into the viewer's history, which counts nothing.
// NotFound when they may not see the track; one that is there stays as it is.
func (s *Store) Remember(ctx context.Context, v music.Viewer, p music.Play) error {
	t, err := catalogue.VisibleTrack(ctx, s.db, v, p.TrackID)
	if err != nil {
		return err
	}
	id := playID(p.ID)
	return s.db.Update(ctx, "put a play back", func(tx *kernel.Tx) error {
		if _, err := tx.Exec(ctx, "delete from forgotten_play where account = (select seq from account where account.id = ?) and id = ?", v.AccountID, id); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `insert into play (account, id, track, started_at, listened, pending, counted)
			select a.seq, ?, ?, ?, ?, false, ? + 0 from account a where a.id = ? on conflict do nothing`,
			id, t.A, kernel.Millis(p.StartedAt), p.Listened.Milliseconds(), counts(p.Listened, kernel.Length(t.B)), v.AccountID)
		return err
	})
}

// HistoryPausedAt returns since when an account's listens are not kept; zero
// when they are.
func (s *Store) HistoryPausedAt(ctx context.Context, accountID string) (time.Time, error) {
	return s.accountTime(ctx, "history_paused_at", accountID)
}

// HistoryClearedAt returns when an account's history was cleared last; zero for never.
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

// mostPauses is how many pauses of a history are listed.
const mostPauses = 1000

// HistoryPauses lists the pauses of an account's history that are over and
// still matter, latest first.
func (s *Store) HistoryPauses(ctx context.Context, accountID string) ([]music.Span, error) {
	list, err := kernel.Collect(ctx, s.db.Read, &kernel.Pair[int64, int64]{}, `select h.began_at, h.ended_at from history_pause h
		where h.account = (select seq from account where account.id = ?) order by h.began_at desc limit ? + 0`, accountID, mostPauses)
	if err != nil {
		return nil, fmt.Errorf("list pauses: %w", err)
	}
	spans := make([]music.Span, len(list))
	for i, h := range list {
		spans[i] = music.Span{From: kernel.Moment(h.A), To: kernel.Moment(h.B)}
	}
	return spans, nil
}

// PauseHistory begins not to keep an account's listens; a pause that has begun
// goes on as it is.
func (s *Store) PauseHistory(ctx context.Context, accountID string, at time.Time) error {
	return kernel.Found(s.db.Write.Exec(ctx, "update account set history_paused_at = case when history_paused_at = 0 then ? else history_paused_at end where id = ?",
		kernel.Millis(at), accountID))
}

// ResumeHistory keeps an account's listens again, but for those that began in
// the pause.
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
