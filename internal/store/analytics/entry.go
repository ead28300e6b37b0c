package analytics

import (
	"context"
	"fmt"
	"time"

	"sonora/internal/origin"
	"sonora/internal/store/kernel"
)

// Entry is one listen, to be rolled up.
type Entry struct {
	Source    Source
	ItemID    string
	AccountID string // "" for visitors
	At        time.Time
	Listened  time.Duration // 0 if it is not measured
	Counts    bool          // as a play
	Origin    origin.Origin
}

// Add adds an entry, in the transaction that stores the listen itself.
func Add(ctx context.Context, tx *kernel.Tx, e *Entry) error {
	_, err := tx.Exec(ctx, `insert into rollup_entry (source, item, account, at, listened, counted, device, country)
		values (?, ?, `+kernel.AccountSeq+`, ?, ?, ?, ?, ?)`,
		int64(e.Source), kernel.Clean(e.ItemID), e.AccountID, kernel.Millis(e.At), e.Listened.Milliseconds(), e.Counts, e.Origin.Device(), e.Origin.Country)
	if err != nil {
		return fmt.Errorf("add to analytics: %w", err)
	}
	return nil
}

// listen is an Entry as it is stored.
type listen struct {
	source       Source
	item         string
	account      int64 // seq; 0 for visitors
	at, listened int64 // ms
	counts       bool
	device       string // "" if nothing is known about it
	country      string
}

type listenRow struct{ listen }

func (r *listenRow) Dest() []any {
	l := &r.listen
	return []any{&l.source, &l.item, &l.account, &l.at, &l.listened, &l.counts, &l.device, &l.country}
}

func (r *listenRow) Value() listen { return r.listen }

const listenColumns = "source, item, coalesce(account, 0), at, listened, counted, device, country"
