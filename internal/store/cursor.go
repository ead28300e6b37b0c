package store

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"

	"sonora/internal/music"
)

// order is one way to sort a list: by key and then by seq, both in the same
// direction, so that a page begins behind a pair of values.
type order struct {
	name    string // in cursors; changes when the meaning changes
	key     string // SQL expression; "" sorts by seq alone
	numeric bool   // key is a whole number
	real    bool   // key is a number with decimals
	seq     string // SQL expression
	desc    bool
}

// cursor is a place in a list: behind the item with this key and seq.
type cursor struct {
	Order string `json:"o"`
	Key   string `json:"k,omitempty"`
	Seq   int64  `json:"s"`
}

const cursorVersion = "1"

func (c cursor) String() string {
	b, err := json.Marshal(c)
	if err != nil {
		panic(err) // strings and numbers always marshal
	}
	return cursorVersion + base64.RawURLEncoding.EncodeToString(b)
}

// parseCursor reads a cursor of this order. It returns an Invalid Error for
// anything that cursor.String did not write for the same order.
func parseCursor(text string, o order) (cursor, error) {
	invalid := &music.Error{Code: music.Invalid, Detail: "Invalid cursor.", Fields: map[string][]string{"cursor": {"Invalid cursor."}}}
	var c cursor
	encoded, ok := strings.CutPrefix(text, cursorVersion)
	if !ok || len(encoded) > 2000 {
		return c, invalid
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(encoded)
	if err != nil {
		return c, invalid.Because(err)
	}
	if err := json.Unmarshal(b, &c); err != nil {
		return c, invalid.Because(err)
	}
	if c.Order != o.name || c.String() != text || strings.ContainsRune(c.Key, 0) {
		return c, invalid
	}
	if o.real {
		if _, err := strconv.ParseFloat(c.Key, 64); err != nil {
			return c, invalid.Because(err)
		}
	}
	if o.numeric {
		if _, err := strconv.ParseInt(c.Key, 10, 64); err != nil {
			return c, invalid.Because(err)
		}
	}
	return c, nil
}

// after adds the condition that a row comes behind the cursor.
func (o order) after(q *query, c cursor) {
	compare := ">"
	if o.desc {
		compare = "<"
	}
	if o.key == "" {
		q.add(" and "+o.seq+" "+compare+" ?", c.Seq)
		return
	}
	var key any = c.Key
	if o.real {
		key, _ = strconv.ParseFloat(c.Key, 64) // checked by parseCursor
	} else if o.numeric {
		key, _ = strconv.ParseInt(c.Key, 10, 64)
	}
	if strings.HasPrefix(o.key, "case ") { // SQLite finds no place in an index of an expression by the pair
		q.add(" and "+o.key+" "+compare+"= ?", key)
	}
	q.add(" and ("+o.key+", "+o.seq+") "+compare+" (?, ?)", key, c.Seq)
}

// by is the order by clause.
func (o order) by() string {
	direction := ""
	if o.desc {
		direction = " desc"
	}
	if o.key == "" {
		return " order by " + o.seq + direction
	}
	return " order by " + o.key + direction + ", " + o.seq + direction
}

// keyColumn is the select expression of the key.
func (o order) keyColumn() string {
	if o.key == "" {
		return "''"
	}
	return o.key
}

// listing is one list: its columns, where its rows come from, and the order.
type listing struct {
	columns, from string
	// joins is behind from in the page, but not in the count.
	joins *query
	where *query
	order order
	// personal lists are short and change with every like: they are counted each time.
	personal bool
}

// keyed is a row that also knows its place in the list.
type keyed[T any] struct {
	row[T]
	key string
	seq int64
}

func (k *keyed[T]) dest() []any { return append(k.row.dest(), &k.key, &k.seq) }
func (k *keyed[T]) value() placed[T] {
	return placed[T]{k.row.value(), k.key, k.seq}
}

type placed[T any] struct {
	item T
	key  string
	seq  int64
}

// page returns a page of a list with the total over all pages.
func page[T any](ctx context.Context, s *Store, r row[T], l listing, p music.Page) (music.List[T], error) {
	limit := limitOf(p)
	q := (&query{}).add("select " + l.columns + ", " + l.order.keyColumn() + ", " + l.order.seq + " from " + l.from)
	if l.joins != nil {
		q.append(l.joins)
	}
	q.add(" where ").append(l.where)
	skip, err := s.begin(ctx, q, l, p)
	if err != nil {
		return music.List[T]{}, err
	}
	// One more than asked for tells whether there is a next page.
	q.add(l.order.by()+" limit ? + 0 offset ? + 0", limit+1, skip)
	rows, err := collect(ctx, s.read, &keyed[T]{row: r}, q.text.String(), q.args...)
	if err != nil {
		return music.List[T]{}, err
	}
	total, err := s.count(ctx, l)
	if err != nil {
		return music.List[T]{}, err
	}
	return cut(rows, limit, total, l.order), nil
}

func limitOf(p music.Page) int {
	if p.Limit <= 0 {
		return music.DefaultPageSize
	}
	return min(p.Limit, music.MaxPageSize)
}

// cut makes a page of up to limit+1 rows.
func cut[T any](rows []placed[T], limit, total int, o order) music.List[T] {
	result := music.List[T]{Total: total}
	if len(rows) > limit {
		rows = rows[:limit]
		last := rows[limit-1]
		result.Next = cursor{Order: o.name, Key: last.key, Seq: last.seq}.String()
	}
	result.Items = make([]T, len(rows))
	for i, r := range rows {
		result.Items[i] = r.item
	}
	return result
}

// count returns how many rows a list has.
func (s *Store) count(ctx context.Context, l listing) (int, error) {
	q := (&query{}).add("select count(*) from " + l.from + " where ").append(l.where)
	read := func() (int, error) { return one(ctx, s.read, &cell[int]{}, q.text.String(), q.args...) }
	if l.personal {
		return read()
	}
	return remember(s.tally, tallyKey(q), read)
}
