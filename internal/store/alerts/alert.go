package alerts

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"sonora/internal/alert"
	"sonora/internal/music"
	"sonora/internal/store/kernel"
)

const alertColumns = "a.id, a.kind, a.topic, a.data, a.link, a.count, a.created_at, a.updated_at, a.solved_at, "

// isRead is true for alerts that the account me has read since they happened last,
// and for what happened before that account was made.
const (
	isRead   = "coalesce(r.read_at >= a.updated_at, a.updated_at < me.created_at)"
	isUnread = "not " + isRead
	ofReader = "account me join alert a on a.count > 0 left join alert_read r on r.alert = a.seq and r.account = me.seq"
)

// counts are how many deliveries an alert has, and how many of them failed.
const counts = `, (select count(*) from alert_delivery d where d.alert = a.seq), (select count(*) from alert_delivery d where d.alert = a.seq and d.state = 'failed')`

type alertRow struct {
	a                        alert.Alert
	data                     string
	created, updated, solved int64
}

func (r *alertRow) Dest() []any {
	a := &r.a
	return []any{&a.ID, &a.Kind, &a.Topic, &r.data, &a.Link, &a.Count, &r.created, &r.updated, &r.solved, &a.IsRead}
}

func (r *alertRow) Value() alert.Alert {
	a := r.a
	a.Data = alert.Data{}
	_ = json.Unmarshal([]byte(r.data), &a.Data) // invalid data is shown without names
	a.CreatedAt, a.UpdatedAt, a.SolvedAt = kernel.Moment(r.created), kernel.Moment(r.updated), kernel.Moment(r.solved)
	return a
}

// listedRow is an alert as an operator reads it.
type listedRow struct{ alertRow }

func (r *listedRow) Dest() []any { return append(r.alertRow.Dest(), &r.a.Deliveries, &r.a.Failed) }

// Raised is what became of an alert.
type Raised struct {
	ID    string // "" if it says nothing new
	IsDue bool   // it has to be sent now; otherwise ClaimDueAlerts returns it when it has to
}

// RaiseAlert adds an alert, or counts it with the one of the same topic, by its
// rule. An alert with a Count of its own, which was measured, is news if that is
// higher than before.
func (s *Store) RaiseAlert(ctx context.Context, a *alert.Alert, at time.Time) (raised Raised, err error) {
	err = s.db.Update(ctx, "raise an alert", func(tx *kernel.Tx) error {
		if err := tx.OneAtATime(ctx); err != nil {
			return err
		}
		old, err := latest(ctx, tx, a.Topic)
		switch {
		case err != nil && music.CodeOf(err) != music.NotFound:
			return err
		case err == nil && old.lasts(a):
			raised = Raised{}
			return nil
		case err == nil && !at.After(old.UpdatedAt.Add(a.Kind.Rule().Together)):
			raised, err = renew(ctx, tx, old, a, at)
		default:
			raised, err = add(ctx, tx, a, at)
		}
		return err
	})
	return raised, err
}

// stored is an alert with when it was sent.
type stored struct {
	alert.Alert
	toldAt int64
}

type storedRow struct {
	alertRow
	told int64
}

func (r *storedRow) Dest() []any { return append(r.alertRow.Dest(), &r.told) }

func (r *storedRow) Value() stored { return stored{r.alertRow.Value(), r.told} }

// latest returns the latest alert of a topic, or NotFound.
func latest(ctx context.Context, tx *kernel.Tx, topic string) (stored, error) {
	return kernel.One(ctx, tx, &storedRow{}, "select "+alertColumns+"false, a.told_at from alert a where a.topic = ? order by a.seq desc limit 1", topic)
}

// lasts reports whether a new alert says nothing that the stored one does not.
func (s *stored) lasts(a *alert.Alert) bool {
	return a.Kind.Rule().Lasts && s.SolvedAt.IsZero()
}

func add(ctx context.Context, tx *kernel.Tx, a *alert.Alert, at time.Time) (Raised, error) {
	data, err := encode(a)
	if err != nil {
		return Raised{}, err
	}
	r := Raised{ID: music.NewID(), IsDue: true}
	_, err = tx.Exec(ctx, `insert into alert (id, kind, topic, data, link, count, created_at, updated_at, told_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		r.ID, string(a.Kind), a.Topic, data, kernel.Clean(a.Link), max(a.Count, 1), kernel.Millis(at), kernel.Millis(at), kernel.Millis(at))
	return r, err
}

// renew counts an alert with the stored one.
func renew(ctx context.Context, tx *kernel.Tx, old stored, a *alert.Alert, at time.Time) (Raised, error) {
	count := old.Count + 1
	if a.Count > 0 {
		if count = a.Count; count <= old.Count {
			return Raised{}, nil
		}
	}
	data, err := encode(a)
	if err != nil {
		return Raised{}, err
	}
	told, due, isDue := next(old, a.Kind.Rule(), at)
	_, err = tx.Exec(ctx, "update alert set data = ?, link = ?, count = ?, updated_at = ?, solved_at = 0, told_at = ?, due_at = ? where id = ?",
		data, kernel.Clean(a.Link), count, kernel.Millis(at), told, due, old.ID)
	return Raised{ID: old.ID, IsDue: isDue}, err
}

// next returns when an alert is sent that changed now: at once, or when its quiet
// time is over.
func next(old stored, r alert.Rule, at time.Time) (told, due int64, isDue bool) {
	if free := old.toldAt + r.Quiet.Milliseconds(); free > kernel.Millis(at) {
		return old.toldAt, free, false
	}
	return kernel.Millis(at), 0, true
}

func encode(a *alert.Alert) (string, error) {
	d := a.Data
	d.Who, d.What = kernel.Clean(d.Who), kernel.Clean(d.What)
	data, err := json.Marshal(d)
	if err != nil {
		return "", fmt.Errorf("encode an alert: %w", err)
	}
	return string(data), nil
}

// SolveAlert marks the alert of a topic as solved, if it lasts. It returns nothing
// if there is none.
func (s *Store) SolveAlert(ctx context.Context, topic string, at time.Time) (solved Raised, err error) {
	err = s.db.Update(ctx, "solve an alert", func(tx *kernel.Tx) error {
		solved = Raised{}
		if err := tx.OneAtATime(ctx); err != nil {
			return err
		}
		old, err := latest(ctx, tx, topic)
		if music.CodeOf(err) == music.NotFound || err == nil && !old.SolvedAt.IsZero() {
			return nil
		}
		if err != nil {
			return err
		}
		told, due, isDue := next(old, old.Kind.Rule(), at)
		if old.Count == 1 && !isDue && due > 0 { // the first end is news at once, what comes after it waits
			due, isDue = 0, true
		}
		_, err = tx.Exec(ctx, "update alert set solved_at = ?, told_at = ?, due_at = ? where id = ?", kernel.Millis(at), told, due, old.ID)
		solved = Raised{ID: old.ID, IsDue: isDue}
		return err
	})
	return solved, err
}

// LastingAlerts returns the topics of a kind whose trouble lasts.
func (s *Store) LastingAlerts(ctx context.Context, kind alert.Kind) ([]string, error) {
	return kernel.Collect(ctx, s.db.Read, &kernel.Cell[string]{}, "select distinct a.topic from alert a where a.kind = ? and a.solved_at = 0", string(kind))
}

// ClaimDueAlerts returns the IDs of alerts whose quiet time is over and that changed
// meanwhile. Only one server gets each.
func (s *Store) ClaimDueAlerts(ctx context.Context, now time.Time) ([]string, error) {
	return kernel.Collect(ctx, s.db.Write, &kernel.Cell[string]{}, "update alert set told_at = ?, due_at = 0 where due_at > 0 and due_at <= ? returning id",
		kernel.Millis(now), kernel.Millis(now))
}

// Alert returns an alert, or NotFound.
func (s *Store) Alert(ctx context.Context, id string) (*alert.Alert, error) {
	return kernel.Pointer(kernel.One(ctx, s.db.Read, &alertRow{}, "select "+alertColumns+"false from alert a where a.id = ?", id))
}

var alertsNewest = kernel.Order{Name: "alert.newest", Key: "a.updated_at", Numeric: true, Seq: "a.seq", Desc: true}

// Alerts returns a page of the alerts that a filter chooses, those that happened last
// first, with what an operator has read.
func (s *Store) Alerts(ctx context.Context, accountID string, f alert.Filter, p music.Page) (music.List[alert.Alert], error) {
	where := (&kernel.Query{}).Add("me.id = ?", accountID)
	if f.Kind != "" {
		where.Add(" and a.kind = ?", string(f.Kind))
	}
	if f.Unread {
		where.Add(" and " + isUnread)
	}
	list, err := kernel.Page(ctx, s.db, &listedRow{}, kernel.Listing{
		Columns: alertColumns + isRead + counts, From: ofReader, Where: where, Order: alertsNewest, Personal: true,
	}, p)
	if err != nil {
		return list, fmt.Errorf("list alerts: %w", err)
	}
	return list, nil
}

// UnreadAlerts returns how many alerts an operator has not read since they happened
// last. What happened before the account was made does not count.
func (s *Store) UnreadAlerts(ctx context.Context, accountID string) (int, error) {
	return kernel.One(ctx, s.db.Read, &kernel.Cell[int]{}, "select count(*) from "+ofReader+" where me.id = ? and "+isUnread, accountID)
}

// ReadAlerts marks some alerts as read by an operator, or all if ids is nil.
func (s *Store) ReadAlerts(ctx context.Context, accountID string, ids []string, at time.Time) error {
	q := (&kernel.Query{}).Add(`insert into alert_read (account, alert, read_at) select me.seq, a.seq, cast(? as bigint)
		from account me join alert a on a.count > 0 where me.id = ?`, kernel.Millis(at), accountID)
	if ids != nil {
		q.Add(" and a.id in "+s.db.Dialect.Texts, kernel.Array(ids))
	}
	q.Add(" on conflict (account, alert) do update set read_at = excluded.read_at")
	_, err := s.db.Write.Exec(ctx, q.Text.String(), q.Args...)
	return err
}

// TidyAlerts deletes alerts that happened last before a time, and the oldest ones
// above a number. It returns how many it deleted.
func (s *Store) TidyAlerts(ctx context.Context, before time.Time, keep int) (deleted int, err error) {
	old, err := s.db.Write.Exec(ctx, "delete from alert where updated_at < ?", kernel.Millis(before))
	if err != nil {
		return old, fmt.Errorf("tidy alerts: %w", err)
	}
	more, err := s.db.Write.Exec(ctx, `delete from alert where seq in (select a.seq from alert a order by a.updated_at desc, a.seq desc limit 100000 offset ? + 0)`, keep)
	if err != nil {
		return old, fmt.Errorf("tidy alerts: %w", err)
	}
	return old + more, nil
}
