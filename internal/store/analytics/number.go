package analytics

import (
	"context"
	"slices"

	"sonora/internal/store/kernel"
)

// item identifies an item.
type item struct {
	kind Kind
	id   string
}

// naming is how items are called.
type naming struct{ name, detail string }

// things holds what sums refer to.
type things struct {
	heard   map[item][]item // the items that a listen to the first counts for
	numbers map[item]int64
	people  map[int64]int64 // numbers by account.seq
}

// of returns the items that a listen counts for.
func (t *things) of(l *listen) []item {
	var list []item
	switch l.source {
	case TrackSource:
		list = t.heard[item{Tracks, l.item}]
	case MixSource:
		list = t.heard[item{Mixes, l.item}]
	case EpisodeSource:
		list = t.heard[item{Episodes, l.item}]
	case StationSource:
		list = t.heard[item{Stations, l.item}]
	}
	list = slices.Clip(list)
	if l.device != "" {
		list = append(list, item{Devices, l.device})
	}
	if l.country != "" {
		list = append(list, item{Countries, l.country})
	}
	return list
}

// heardRow is an item, and another one that it belongs to.
type heardRow struct{ id, name, detail, ofID, of, ofDetail, byID, by string }

func (r *heardRow) Dest() []any {
	return []any{&r.id, &r.name, &r.detail, &r.ofID, &r.of, &r.ofDetail, &r.byID, &r.by}
}

func (r *heardRow) Value() heardRow { return *r }

// catalogue says for each source how to read the names of items, and the kinds of
// the items that they belong to.
var catalogue = map[Source]struct {
	kind, of Kind
	query    string
}{
	TrackSource: {Tracks, Albums, `select t.id, t.title, t.artist, t.album_id, t.album_title, t.album_artist, t.artist_id,
		coalesce((select a.name from artist a where a.id = t.artist_id), t.artist) from track t where t.id in `},
	MixSource: {Mixes, "", "select m.id, m.title, m.dj_name, '', '', '', '', '' from mix m where m.id in "},
	EpisodeSource: {Episodes, Podcasts, `select e.id, e.title, p.title, p.id, p.title, p.author, '', '' from episode e join podcast p on p.seq = e.podcast
		where e.id in `},
	StationSource: {Stations, "", "select s.id, s.name, '', '', '', '', '', '' from station s where s.id in "},
}

// number returns the items and people of listens with their numbers, which it
// gives to new ones.
func number(ctx context.Context, tx *kernel.Tx, listens []listen) (things, error) {
	t := things{heard: map[item][]item{}, numbers: map[item]int64{}, people: map[int64]int64{}}
	names := map[item]naming{}
	ids := map[Source][]string{}
	for i := range listens {
		l := &listens[i]
		own := item{catalogue[l.source].kind, l.item}
		if t.heard[own] == nil {
			t.heard[own], names[own] = []item{own}, naming{}
			ids[l.source] = append(ids[l.source], l.item)
		}
		if l.device != "" {
			names[item{Devices, l.device}] = naming{l.device, ""}
		}
		if l.country != "" {
			names[item{Countries, l.country}] = naming{l.country, ""}
		}
		if l.account != 0 {
			t.people[l.account] = 0
		}
	}
	for source, list := range ids {
		if err := t.read(ctx, tx, source, list, names); err != nil {
			return t, err
		}
	}
	if err := t.numberItems(ctx, tx, names); err != nil {
		return t, err
	}
	return t, t.numberPeople(ctx, tx)
}

// read reads the names of items, and what they belong to. Items that are gone keep
// the name that they had.
func (t *things) read(ctx context.Context, tx *kernel.Tx, source Source, ids []string, names map[item]naming) error {
	c := catalogue[source]
	rows, err := kernel.Collect(ctx, tx, &heardRow{}, c.query+tx.Pool.D.Texts, kernel.Array(ids))
	if err != nil {
		return err
	}
	for _, r := range rows {
		own := item{c.kind, r.id}
		names[own] = naming{r.name, r.detail}
		if of := (item{c.of, r.ofID}); r.ofID != "" {
			t.heard[own], names[of] = append(t.heard[own], of), naming{r.of, r.ofDetail}
		}
		if by := (item{Artists, r.byID}); r.byID != "" {
			t.heard[own], names[by] = append(t.heard[own], by), naming{r.by, ""}
		}
	}
	return nil
}

type numberedRow struct {
	seq              int64
	id, name, detail string
}

func (r *numberedRow) Dest() []any { return []any{&r.seq, &r.id, &r.name, &r.detail} }

func (r *numberedRow) Value() numberedRow { return *r }

// numberItems fills in the numbers of items. It stores new items, and new names of
// known ones.
func (t *things) numberItems(ctx context.Context, tx *kernel.Tx, names map[item]naming) error {
	ids := map[Kind][]string{}
	for i := range names {
		ids[i.kind] = append(ids[i.kind], i.id)
	}
	for kind, list := range ids {
		if err := t.findItems(ctx, tx, kind, list, names); err != nil {
			return err
		}
		insert := tx.Insert("rollup_item", "kind, id, name, detail")
		var added []string
		for _, id := range list {
			if i := (item{kind, id}); t.numbers[i] == 0 {
				if err := insert.Add(ctx, string(kind), id, names[i].name, names[i].detail); err != nil {
					return err
				}
				added = append(added, id)
			}
		}
		if err := insert.Flush(ctx); err != nil {
			return err
		}
		if err := t.findItems(ctx, tx, kind, added, names); err != nil {
			return err
		}
	}
	return nil
}

func (t *things) findItems(ctx context.Context, tx *kernel.Tx, kind Kind, ids []string, names map[item]naming) error {
	if len(ids) == 0 {
		return nil
	}
	rows, err := kernel.Collect(ctx, tx, &numberedRow{}, "select seq, id, name, detail from rollup_item where kind = ? and id in "+tx.Pool.D.Texts, string(kind), kernel.Array(ids))
	if err != nil {
		return err
	}
	for _, r := range rows {
		i := item{kind, r.id}
		t.numbers[i] = r.seq
		if now := names[i]; now != (naming{}) && now != (naming{r.name, r.detail}) {
			if _, err := tx.Exec(ctx, "update rollup_item set name = ?, detail = ? where seq = ?", now.name, now.detail, r.seq); err != nil {
				return err
			}
		}
	}
	return nil
}

// numberPeople fills in the numbers of people.
func (t *things) numberPeople(ctx context.Context, tx *kernel.Tx) error {
	accounts := make([]int64, 0, len(t.people))
	for account := range t.people {
		accounts = append(accounts, account)
	}
	find := func() error {
		rows, err := kernel.Collect(ctx, tx, &kernel.Pair[int64, int64]{}, "select account, seq from rollup_person where account in "+tx.Pool.D.Ints, kernel.Array(accounts))
		for _, r := range rows {
			t.people[r.A] = r.B
		}
		return err
	}
	if err := find(); err != nil {
		return err
	}
	insert, isNew := tx.Insert("rollup_person", "account"), false
	for account, number := range t.people {
		if number == 0 {
			isNew = true
			if err := insert.Add(ctx, account); err != nil {
				return err
			}
		}
	}
	if !isNew {
		return nil
	}
	if err := insert.Flush(ctx); err != nil {
		return err
	}
	return find()
}
