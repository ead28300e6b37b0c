package analytics

import (
	"cmp"
	"context"
	"maps"
	"math/rand/v2"
	"slices"

	"sonora/internal/store/kernel"
)

// batch is how many entries are rolled up in one transaction.
const batch = 2000

// RollUp adds entries to the sums until there are none, and returns how many it
// added. Several servers may call it at a time.
func (s *Store) RollUp(ctx context.Context) (rolled int, err error) {
	for {
		waiting, err := kernel.One(ctx, s.db.Read, &kernel.Cell[bool]{}, "select exists (select 1 from rollup_entry)")
		if err != nil || !waiting {
			return rolled, err
		}
		var n int
		err = s.db.Update(ctx, "roll up analytics", func(tx *kernel.Tx) error {
			if err := tx.OneAtATime(ctx); err != nil {
				return err
			}
			listens, err := kernel.Collect(ctx, tx, &listenRow{}, `delete from rollup_entry where seq in (select seq from rollup_entry order by seq limit ? + 0)
				returning `+listenColumns, batch)
			if err != nil {
				return err
			}
			n = len(listens)
			return addUp(ctx, tx, listens)
		})
		if rolled += n; err != nil {
			return rolled, err
		}
	}
}

// place is where sums are stored.
type place struct {
	subject subject
	hour    int64
}

// rollup collects what a transaction adds to the sums.
type rollup struct {
	sums   map[place]sums
	things things
}

// addUp adds listens to the stored sums.
func addUp(ctx context.Context, tx *kernel.Tx, listens []listen) error {
	if len(listens) == 0 {
		return nil
	}
	things, err := number(ctx, tx, listens)
	if err != nil {
		return err
	}
	r := &rollup{sums: map[place]sums{}, things: things}
	for i := range listens {
		r.add(&listens[i])
	}
	return r.store(ctx, tx)
}

// add adds one listen. A listen to a station is spread over the slots in which it
// took place; every other belongs to the slot in which it began.
func (r *rollup) add(l *listen) {
	plays := int64(0)
	if l.counts {
		plays = 1
	}
	if plays == 0 && l.listened == 0 {
		return
	}
	if l.source != StationSource {
		r.addSlot(l, l.at, plays, l.listened)
		return
	}
	width := hourMillis / Stations.subject().slots()
	for at, end := l.at, l.at+l.listened; at == l.at || at < end; plays = 0 {
		next := min((at/width+1)*width, max(end, at))
		r.addSlot(l, at, plays, next-at)
		at = max(next, at+1)
	}
}

// addSlot adds a listen, or the part of one that is within one slot.
func (r *rollup) addSlot(l *listen, at, plays, listened int64) {
	add := func(s subject, number int64) {
		hour, slot := s.slot(at)
		p := place{s, hour}
		if r.sums[p] == nil {
			r.sums[p] = sums{}
		}
		r.sums[p].add(number*s.slots()+slot, plays, listened)
	}
	add(total, int64(l.source))
	if l.counts && l.account != 0 {
		add(person, r.things.people[l.account])
	}
	for _, item := range r.things.of(l) {
		add(item.kind.subject(), r.things.numbers[item])
	}
}

// store adds the sums to those in the database, in a fixed order.
func (r *rollup) store(ctx context.Context, tx *kernel.Tx) error {
	places := slices.SortedFunc(maps.Keys(r.sums), func(a, b place) int {
		return cmp.Or(cmp.Compare(a.subject, b.subject), cmp.Compare(a.hour, b.hour))
	})
	for _, p := range places {
		if err := r.sums[p].store(ctx, tx, p); err != nil {
			return err
		}
	}
	return outdate(ctx, tx, places)
}

func (s sums) store(ctx context.Context, tx *kernel.Tx, p place) error {
	stored, err := kernel.Collect(ctx, tx, &kernel.Cell[[]byte]{}, "select data from rollup where subject = ? and level = 0 and at = ?", string(p.subject), p.hour)
	if err != nil {
		return err
	}
	for _, data := range stored {
		if err := decode(data, p.subject.isSet(), func(c cell) { s.add(c.key, c.plays, c.listened) }); err != nil {
			return err
		}
	}
	return put(ctx, tx, p.subject, 0, p.hour, s.list())
}

func put(ctx context.Context, tx *kernel.Tx, s subject, level, at int64, l list) error {
	_, err := tx.Exec(ctx, `insert into rollup (subject, level, at, data) values (?, ?, ?, ?)
		on conflict (subject, level, at) do update set data = excluded.data`, string(s), level, at, l.encode(s.isSet()))
	return err
}

// outdate removes the sums of longer periods that contain changed hours, and marks
// them for Fold.
func outdate(ctx context.Context, tx *kernel.Tx, places []place) error {
	type period struct {
		subject   subject
		level, at int64
	}
	seen := map[period]bool{}
	for _, p := range places {
		for level := int64(1); level <= topLevel; level++ {
			at := period{p.subject, level, p.hour / hoursOf[level]}
			if seen[at] {
				continue
			}
			seen[at] = true
			if _, err := tx.Exec(ctx, "delete from rollup where subject = ? and level = ? and at = ?", string(at.subject), at.level, at.at); err != nil {
				return err
			}
			if _, err := tx.Exec(ctx, `insert into rollup_stale (subject, level, at, mark) values (?, ?, ?, ?)
				on conflict (subject, level, at) do update set mark = excluded.mark`, string(at.subject), at.level, at.at, rand.Int64()); err != nil {
				return err
			}
		}
	}
	return nil
}
