package store

import (
	"encoding/json"
	"slices"
	"strings"

	"sonora/internal/music"
)

// query builds a statement: texts with ? for each value, in order.
type query struct {
	text strings.Builder
	args []any
}

// add appends a piece of SQL and the values of its question marks.
func (q *query) add(text string, args ...any) *query {
	q.text.WriteString(text)
	q.args = append(q.args, args...)
	return q
}

// append adds another query behind this one.
func (q *query) append(other *query) *query { return q.add(other.text.String(), other.args...) }

// list is the JSON array the dialect's ints and texts take.
func list[T int64 | uint64 | string](values []T) string {
	if values == nil {
		return "[]" // not null, which PostgreSQL takes for no list
	}
	if texts, ok := any(values).([]string); ok && slices.ContainsFunc(texts, hasNUL) {
		return list(slices.DeleteFunc(slices.Clone(texts), hasNUL)) // nothing has such a name, and PostgreSQL takes none
	}
	b, err := json.Marshal(values)
	if err != nil {
		panic(err) // numbers and strings always marshal
	}
	return string(b)
}

func hasNUL(text string) bool { return strings.ContainsRune(text, 0) }

// canSee adds the rule of who may see the track t, apart from whether its
// file is there: visitors what is public, members the operator's library and
// their own uploads, admins everything.
func (q *query) canSee(v music.Viewer) *query {
	switch {
	case v.IsAdmin():
		return q.add("true")
	case v.SignedIn():
		return q.add("(t.is_public or t.owner is null or t.owner = ?)", v.AccountID)
	default:
		return q.add("t.is_public")
	}
}

// canList is canSee for lists, which do not show tracks without a file.
func (q *query) canList(v music.Viewer) *query {
	return q.add("t.missing_at = 0 and ").canSee(v)
}

// countColumn is the column of an album, artist or genre that counts the
// tracks a viewer may see; a member's own uploads are not in it.
func countColumn(v music.Viewer) string {
	switch {
	case v.IsAdmin():
		return "all_tracks"
	case v.SignedIn():
		return "tracks"
	default:
		return "public_tracks"
	}
}

// hasTracks adds the rule that an album or artist is shown to those who may
// see one of its tracks. own finds tracks "o" of the row, for a member whose
// uploads are all there is.
func (q *query) hasTracks(v music.Viewer, t, own string) *query {
	count := t + "." + countColumn(v)
	if !v.SignedIn() || v.IsAdmin() {
		return q.add(count + " > 0")
	}
	return q.add("("+count+" > 0 or ("+t+".all_tracks > 0 and exists (select 1 from "+own+" and o.owner = ? and o.missing_at = 0)))", v.AccountID)
}

const (
	ownAlbum  = "track o where o.album = al.seq"
	ownArtist = "track_artist oa join track o on o.seq = oa.track where oa.artist = ar.seq and oa.role < 2"
)
