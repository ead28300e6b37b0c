package kernel

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"strconv"
	"strings"

	"sonora/internal/music"
)

// ReadNumbered reads the rows with the given seqs and passes each to keep, with
// its seq.
func ReadNumbered[T any](ctx context.Context, s *DB, r Row[T], columns, from, seq string, seqs []int64, keep func(int64, *T)) error {
	rows, err := Collect(ctx, s.Read, &Keyed[T]{Row: r}, "select "+columns+", '', "+seq+" from "+from+" where "+seq+" in "+s.Dialect.Ints, Array(seqs))
	for i := range rows {
		keep(rows[i].Seq, &rows[i].Item)
	}
	return err
}

// Order is a sort order of a list: by key and then by seq, both in the same
// direction, so that a page can start after a pair of values.
type Order struct {
	Name    string // part of cursors; must change if the order changes
	Key     string // SQL expression; "" sorts by seq alone
	Numeric bool   // the key is an integer
	Real    bool   // the key is a decimal number
	Seq     string // SQL expression
	Desc    bool
}

// Cursor is a position in a list: after the item with this key and seq.
type Cursor struct {
	Order string `json:"o"`
	Key   string `json:"k,omitempty"`
	Seq   int64  `json:"s"`
}

const cursorVersion = "1"

// String implements fmt.Stringer.
func (c Cursor) String() string {
	b, err := json.Marshal(c)
	if err != nil {
		panic(err) // strings and numbers always marshal
	}
	return cursorVersion + base64.RawURLEncoding.EncodeToString(b)
}

// ParseCursor parses a cursor of this order. It returns an Invalid Error for
// anything that Cursor.String did not return for the same order.
func ParseCursor(text string, o Order) (Cursor, error) {
	invalid := music.FieldError(music.Invalid, "cursor", music.Say("Invalid cursor."))
	var c Cursor
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
	if c.Order != o.Name || c.String() != text || strings.ContainsRune(c.Key, 0) {
		return c, invalid
	}
	if o.Real {
		if _, err := strconv.ParseFloat(c.Key, 64); err != nil {
			return c, invalid.Because(err)
		}
	}
	if o.Numeric {
		if _, err := strconv.ParseInt(c.Key, 10, 64); err != nil {
			return c, invalid.Because(err)
		}
	}
	return c, nil
}

// After adds the condition that a row comes after the cursor.
func (o Order) After(q *Query, c Cursor) {
	compare := ">"
	if o.Desc {
		compare = "<"
	}
	if o.Key == "" {
		q.Add(" and "+o.Seq+" "+compare+" ?", c.Seq)
		return
	}
	var key any = c.Key
	if o.Real {
		key, _ = strconv.ParseFloat(c.Key, 64) // validated by ParseCursor
	} else if o.Numeric {
		key, _ = strconv.ParseInt(c.Key, 10, 64)
	}
	if strings.HasPrefix(o.Key, "case ") { // SQLite cannot look up such a pair in an index on an expression
		q.Add(" and "+o.Key+" "+compare+"= ?", key)
	}
	q.Add(" and ("+o.Key+", "+o.Seq+") "+compare+" (?, ?)", key, c.Seq)
}

// By returns the "order by" clause.
func (o Order) By() string {
	direction := ""
	if o.Desc {
		direction = " desc"
	}
	if o.Key == "" {
		return " order by " + o.Seq + direction
	}
	return " order by " + o.Key + direction + ", " + o.Seq + direction
}

// KeyColumn returns the select expression of the key.
func (o Order) KeyColumn() string {
	if o.Key == "" {
		return "''"
	}
	return o.Key
}

// Listing describes a list: its columns, the source of its rows, and its order.
type Listing struct {
	Columns, From string
	// Joins are added to the query of the page, but not to the count.
	Joins *Query
	Where *Query
	Order Order
	// Personal lists are short and change with every like, so they are counted
	// each time.
	Personal bool
}

// Keyed is a row that includes its position in the list.
type Keyed[T any] struct {
	Row[T]
	key string
	seq int64
}

// Dest implements Row.
func (k *Keyed[T]) Dest() []any { return append(k.Row.Dest(), &k.key, &k.seq) }

// Value implements Row.
func (k *Keyed[T]) Value() Placed[T] {
	return Placed[T]{k.Row.Value(), k.key, k.seq}
}

// Placed is an item with its position in a list.
type Placed[T any] struct {
	Item T
	key  string
	Seq  int64
}

// Page returns a page of a list with the total number of items.
func Page[T any](ctx context.Context, s *DB, r Row[T], l Listing, p music.Page) (music.List[T], error) {
	limit := LimitOf(p)
	q := (&Query{}).Add("select " + l.Columns + ", " + l.Order.KeyColumn() + ", " + l.Order.Seq + " from " + l.From)
	if l.Joins != nil {
		q.Append(l.Joins)
	}
	q.Add(" where ").Append(l.Where)
	skip, err := s.begin(ctx, q, l, p)
	if err != nil {
		return music.List[T]{}, err
	}
	// An additional row tells whether there is a next page.
	q.Add(l.Order.By()+" limit ? + 0 offset ? + 0", limit+1, skip)
	rows, err := Collect(ctx, s.Read, &Keyed[T]{Row: r}, q.Text.String(), q.Args...)
	if err != nil {
		return music.List[T]{}, err
	}
	total, err := s.count(ctx, l)
	if err != nil {
		return music.List[T]{}, err
	}
	return Cut(rows, limit, total, l.Order), nil
}

// LimitOf returns the maximum number of items on a page.
func LimitOf(p music.Page) int {
	if p.Limit <= 0 {
		return music.DefaultPageSize
	}
	return min(p.Limit, music.MaxPageSize)
}

// Cut returns a page of at most limit rows. rows has one more if there is a
// next page.
func Cut[T any](rows []Placed[T], limit, total int, o Order) music.List[T] {
	result := music.List[T]{Total: total}
	if len(rows) > limit {
		rows = rows[:limit]
		last := rows[limit-1]
		result.Next = Cursor{Order: o.Name, Key: last.key, Seq: last.Seq}.String()
	}
	result.Items = make([]T, len(rows))
	for i, r := range rows {
		result.Items[i] = r.Item
	}
	return result
}

// count returns the number of rows of a list.
func (db *DB) count(ctx context.Context, l Listing) (int, error) {
	q := (&Query{}).Add("select count(*) from " + l.From + " where ").Append(l.Where)
	read := func() (int, error) { return One(ctx, db.Read, &Cell[int]{}, q.Text.String(), q.Args...) }
	if l.Personal {
		return read()
	}
	return Remember(db.Tally, TallyKey(q), read)
}

// Named reports whether the order is by name.
func (o Order) Named() bool { return o.Key != "" && !o.Numeric && !o.Real }
