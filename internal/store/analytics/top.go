package analytics

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"sonora/internal/store/kernel"
)

// Top is an item with how much it was heard.
type Top struct {
	ID, Name, Detail string // Detail: artist, DJ or podcast
	IsGone           bool   // the item was deleted; the name is the last one
	Sum
}

// Order is the order of items.
type Order string

// The orders.
const (
	ByPlays    Order = "plays"
	ByListened Order = "listened"
)

// Tops are the items of a kind that were heard in a time range, in order.
type Tops struct {
	s    *Store
	kind Kind
	list list
}

// Top adds up the items of a kind.
func (s *Store) Top(ctx context.Context, kind Kind, in Span, order Order) (*Tops, error) {
	var all list // by number
	err := s.each(ctx, kind.subject(), in, func(number, plays, listened int64) {
		if n := int(number); n >= len(all) {
			all = append(all, make(list, n+1-len(all)+n/4)...)
		}
		c := &all[number]
		c.key, c.plays, c.listened = number, c.plays+plays, c.listened+listened
	})
	if err != nil {
		return nil, fmt.Errorf("add up items: %w", err)
	}
	all = slices.DeleteFunc(all, func(c cell) bool { return c.plays == 0 && c.listened == 0 })
	slices.SortFunc(all, func(a, b cell) int {
		first, second := cmp.Compare(b.plays, a.plays), cmp.Compare(b.listened, a.listened)
		if order == ByListened {
			first, second = second, first
		}
		return cmp.Or(first, second, cmp.Compare(a.key, b.key))
	})
	return &Tops{s, kind, all}, nil
}

// Len returns how many items there are.
func (t *Tops) Len() int { return len(t.list) }

const namedAtOnce = 500

// Items reads the names of up to limit items, or of all if it is 0.
func (t *Tops) Items(ctx context.Context, limit int) iter.Seq2[Top, error] {
	list := t.list
	if limit > 0 {
		list = list[:min(limit, len(list))]
	}
	return func(yield func(Top, error) bool) {
		for some := range slices.Chunk(list, namedAtOnce) {
			items, err := t.named(ctx, some)
			if err != nil {
				yield(Top{}, fmt.Errorf("read names of items: %w", err))
				return
			}
			for _, item := range items {
				if !yield(item, nil) {
					return
				}
			}
		}
	}
}

// stored are the tables of items.
var stored = map[Kind]string{
	Tracks: "track", Albums: "album", Artists: "artist", Mixes: "mix", Podcasts: "podcast", Episodes: "episode", Stations: "station",
}

// Page reads the names of up to limit items from a position on.
func (t *Tops) Page(ctx context.Context, at, limit int) ([]Top, error) {
	at = min(at, len(t.list))
	return t.named(ctx, t.list[at:min(at+limit, len(t.list))])
}

func (t *Tops) named(ctx context.Context, some list) ([]Top, error) {
	numbers := make([]int64, len(some))
	for i, c := range some {
		numbers[i] = c.key
	}
	gone := "1 > 1"
	if table := stored[t.kind]; table != "" {
		gone = "not exists (select 1 from " + table + " x where x.id = i.id)"
	}
	d := t.s.db.Dialect
	rows, err := kernel.Collect(ctx, t.s.db.Read, &topRow{}, "select i.seq, i.id, i.name, i.detail, "+gone+" from rollup_item i where i.seq in "+d.Ints, kernel.Array(numbers))
	if err != nil {
		return nil, err
	}
	byNumber := make(map[int64]Top, len(rows))
	for _, r := range rows {
		byNumber[r.number] = r.top
	}
	tops := make([]Top, len(some))
	for i, c := range some {
		tops[i] = byNumber[c.key]
		tops[i].Sum.add(c.plays, c.listened)
	}
	return tops, nil
}

type topRow struct {
	number int64
	top    Top
}

func (r *topRow) Dest() []any {
	return []any{&r.number, &r.top.ID, &r.top.Name, &r.top.Detail, &r.top.IsGone}
}

func (r *topRow) Value() topRow { return *r }
