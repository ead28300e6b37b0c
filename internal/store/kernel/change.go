package kernel

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"sonora/internal/music"
)

// The table change records changes of the lists that clients keep copies of.
// Triggers write it. A token is a position in it: a client sends its token and
// gets the changes after it.

// keepChanges and maxTokenAge are ages in ms, relative to the newest change.
// Changes are kept longer than tokens are accepted, because a transaction may
// commit after another one that began later.
const (
	keepChanges = 31 * 24 * 3600 * 1000
	maxTokenAge = 30 * 24 * 3600 * 1000
)

// place is a position in the changes: after an item of a change.
type place struct {
	Turn int64 `json:"n"` // Dialect.Turn of the change
	Seq  int64 `json:"s"`
	Item int64 `json:"i"`
}

func (p place) compare(o place) int {
	return cmp.Or(cmp.Compare(p.Turn, o.Turn), cmp.Compare(p.Seq, o.Seq), cmp.Compare(p.Item, o.Item))
}

// atEnd is the Item after all items of a change, the place of its deleted
// items.
const atEnd = 1<<63 - 1

// token is the decoded form of the token that a client holds.
type token struct {
	List   string `json:"l"`
	Viewer string `json:"v"` // viewerMark of the viewer for whom it was made
	Place  place  `json:"p"`
	// Back is where reading continues after the end, if changes before Place
	// may still be committed.
	Back *place `json:"b,omitempty"`
	// The change at Place, with its time. It tells this database from others
	// and from older copies of itself.
	Mark int64 `json:"m"`
	At   int64 `json:"a"`
	// The newest change when the token was made, with its time. It is after
	// Place while a transaction runs. The data that the client read contains
	// it.
	Last   int64 `json:"z"`
	LastAt int64 `json:"y"`
}

// viewerMark returns a text that changes with what a viewer may see.
func viewerMark(v music.Viewer) string {
	if v.IsAdmin() {
		return v.AccountID + "!"
	}
	return v.AccountID
}

func (t token) String() string {
	b, err := json.Marshal(t)
	if err != nil {
		panic(err) // strings and numbers always marshal
	}
	return cursorVersion + base64.RawURLEncoding.EncodeToString(b)
}

var (
	errNoToken = music.FieldError(music.Invalid, "since", music.Say("This is not a Sync-Token. Start again without since.")).Coded(music.CodeSinceInvalid)
	errExpired = music.FieldError(music.Gone, "since", music.Say("The changes since then are no longer known. Start again without since.")).Coded(music.CodeSinceExpired)
)

func parseToken(text string) (t token, err error) {
	encoded, ok := strings.CutPrefix(text, cursorVersion)
	if !ok || len(encoded) > 2000 {
		return t, errNoToken
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(encoded)
	if err != nil {
		return t, errNoToken.Because(err)
	}
	if err := json.Unmarshal(b, &t); err != nil {
		return t, errNoToken.Because(err)
	}
	if t.String() != text {
		return t, errNoToken
	}
	return t, nil
}

// tokenRow is a row with the turn, seq and time of a change, and the seq and time of
// the newest one.
type tokenRow struct{ t token }

func (r *tokenRow) Dest() []any {
	return []any{&r.t.Place.Turn, &r.t.Mark, &r.t.At, &r.t.Last, &r.t.LastAt}
}

func (r *tokenRow) Value() token {
	t := r.t
	t.Place.Seq, t.Place.Item = atEnd, atEnd
	return t
}

// newestChange selects the newest change as table n.
const newestChange = "(select seq, at from change order by seq desc limit 1) n"

// settled returns the last position before which no further change can be
// committed.
func (db *DB) settled(ctx context.Context) (token, error) {
	t, err := One(ctx, db.Read, &tokenRow{}, db.Dialect.settled)
	if errors.Is(err, music.ErrNotFound) { // the transaction of the first change may not have been the oldest
		t, err = One(ctx, db.Read, &tokenRow{}, "select 0, c.seq, c.at, n.seq, n.at from change c, "+newestChange+" order by c.seq limit 1")
	}
	return t, err
}

// SyncToken returns a token for the present state of a viewer's list. Read it
// before the list, so that changes in between are not lost.
func (db *DB) SyncToken(ctx context.Context, v music.Viewer, list string) (string, error) {
	t, err := db.settled(ctx)
	t.List, t.Viewer = list, viewerMark(v)
	return t.String(), err
}

// Feed describes the changes of a list.
type Feed struct {
	List string
	// Items is appended to "from change c". It joins the items of the list and
	// selects the changes of this list. Seq is the seq of an item.
	Items *Query
	Seq   string
	// Gone is appended to "from change t". It selects the deleted items that the
	// viewer could see.
	Gone *Query
}

// Changes are a part of the changes of a list.
type Changes struct {
	Seqs []int64  // seqs of changed items
	Gone []string // IDs of items that were deleted, even if they exist again
	Next string   // token
	More bool     // whether more changes follow already
}

type changeRow struct {
	place
	at   int64
	gone string
}

func (r *changeRow) Dest() []any { return []any{&r.Turn, &r.Seq, &r.Item, &r.at, &r.gone} }

func (r *changeRow) Value() changeRow { return *r }

// ChangesSince returns up to limit changes of a viewer's list after a token. It
// returns Invalid for a malformed token, and Gone for a token from which the
// present state of this list cannot be reached.
//
// On PostgreSQL, a change can become visible after one with a higher turn. The
// token at the end is never after the oldest running transaction, so no change
// is skipped, but some are returned twice.
func (db *DB) ChangesSince(ctx context.Context, v music.Viewer, f Feed, since string, limit int) (Changes, error) {
	old, err := parseToken(since)
	if err != nil {
		return Changes{}, err
	}
	now, err := db.settled(ctx)
	if err != nil {
		return Changes{}, err
	}
	now.List, now.Viewer = f.List, viewerMark(v)
	known, err := One(ctx, db.Read, &Cell[bool]{}, `select exists (select 1 from change where seq = ? and at = ?
		and at >= (select at from change order by seq desc limit 1) - ?) and exists (select 1 from change where seq = ? and at = ?)`,
		old.Mark, old.At, int64(maxTokenAge), old.Last, old.LastAt)
	if err != nil {
		return Changes{}, err
	}
	if !known || old.List != now.List || old.Viewer != now.Viewer {
		return Changes{}, errExpired
	}
	rows, err := db.changeRows(ctx, f, old.Place, limit+1)
	if err != nil {
		return Changes{}, err
	}
	return cutChanges(rows, limit, old, now), nil
}

// changeRows returns up to limit changes of a list after a position, in order.
func (db *DB) changeRows(ctx context.Context, f Feed, after place, limit int) ([]changeRow, error) {
	read := func(alias, item, gone string, from *Query) ([]changeRow, error) {
		turn, seq := alias+"."+db.Dialect.turn, alias+".seq"
		q := (&Query{}).Add("select "+turn+", "+seq+", "+item+", "+alias+".at, "+gone+" from change "+alias).Append(from).
			Add(" and "+turn+" >= ? and ("+turn+", "+seq+", "+item+") > (?, ?, ?)", after.Turn, after.Turn, after.Seq, after.Item).
			Add(" order by "+turn+", "+seq+", "+item+" limit ? + 0", limit)
		return Collect(ctx, db.Read, &changeRow{}, q.Text.String(), q.Args...)
	}
	rows, err := read("c", f.Seq, "''", f.Items)
	if err != nil {
		return nil, err
	}
	gone, err := read("t", fmt.Sprintf("cast(%d as bigint)", int64(atEnd)), "t.gone", f.Gone)
	if err != nil {
		return nil, err
	}
	rows = append(rows, gone...)
	slices.SortFunc(rows, func(a, b changeRow) int { return a.compare(b.place) })
	return rows[:min(len(rows), limit)], nil
}

// cutChanges returns up to limit changes. old is the client's token, and now
// the settled one.
func cutChanges(rows []changeRow, limit int, old, now token) Changes {
	var c Changes
	if old.Back != nil {
		now.Place = *old.Back
	}
	if c.More = len(rows) > limit; c.More {
		rows = rows[:limit]
		last := rows[limit-1]
		if old.Back != nil || last.compare(now.Place) > 0 {
			back := now.Place
			now.Back = &back
		}
		now.Place, now.Mark, now.At = last.place, last.Seq, last.at
	}
	c.Next = now.String()
	for _, r := range rows {
		if r.gone != "" {
			c.Gone = append(c.Gone, r.gone)
		} else if !slices.Contains(c.Seqs, r.Item) {
			c.Seqs = append(c.Seqs, r.Item)
		}
	}
	return c
}

// beginChanges prepares the table change. Its turns on PostgreSQL are numbers
// of transactions, which mean nothing after the database is restored into
// another cluster. In that case, beginChanges deletes all changes.
func (db *DB) beginChanges(ctx context.Context) error {
	if db.Dialect == &postgresDialect {
		_, err := db.Write.Exec(ctx, "delete from change where exists (select 1 from change where tx >= pg_snapshot_xmax(pg_current_snapshot())::text::bigint)")
		if err != nil {
			return err
		}
	}
	begun, err := One(ctx, db.Read, &Cell[bool]{}, "select exists (select 1 from change)")
	if err != nil || begun {
		return err
	}
	_, err = db.Write.Exec(ctx, "insert into change (kind) values ('start')")
	return err
}

// TidyChanges deletes the changes that no accepted token needs, and returns
// their number. It always keeps the newest change.
func (db *DB) TidyChanges(ctx context.Context) (int, error) {
	return db.Write.Exec(ctx, "delete from change where at < (select at from change order by seq desc limit 1) - ?", int64(keepChanges))
}

// AddedTracks records inserted tracks. No trigger does, because a row for each
// track would slow down a scan.
func (t *Tx) AddedTracks(ctx context.Context, seqs []int64) error {
	insert := t.Insert("change", "kind, first, last")
	for i := 0; i < len(seqs); {
		end := i + 1
		for end < len(seqs) && seqs[end] == seqs[end-1]+1 {
			end++
		}
		if err := insert.Add(ctx, "track", seqs[i], seqs[end-1]); err != nil {
			return err
		}
		i = end
	}
	return insert.Flush(ctx)
}

// Removed returns the IDs of gone that the list no longer has. listed selects
// the IDs that it has again; changed are the changed items that it has.
func Removed[T any](ctx context.Context, db *DB, gone []string, listed *Query, changed []T, id func(*T) string) ([]string, error) {
	removed := []string{}
	if len(gone) == 0 {
		return removed, nil
	}
	kept, err := Collect(ctx, db.Read, &Cell[string]{}, listed.Text.String(), listed.Args...)
	if err != nil {
		return nil, fmt.Errorf("read which items are gone: %w", err)
	}
	for i := range changed { // it may have been hidden after it was read
		kept = append(kept, id(&changed[i]))
	}
	for _, one := range gone {
		if !slices.Contains(kept, one) && !slices.Contains(removed, one) {
			removed = append(removed, one)
		}
	}
	return removed, nil
}
