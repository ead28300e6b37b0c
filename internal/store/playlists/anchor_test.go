package playlists_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/store/storetest"
)

// oddAnchors are anchors that a client may invent: far outside of any list, or
// malformed.
var oddAnchors = []string{
	"99999~-9223372036854775808", "99999~9223372036854775807", "99999~-9223372036854775809", "99999~99999999999999999999", "99999~9223372036854775000",
	"99999~2305843009213693952", "99999~2305843009213693951", "99999~-2305843009213693952", "99999~-2305843009213693951", "99999~-4611686018427387904",
	"99999~4611686018427387904", "99999~-6917529027641081856", "-1~-9223372036854775808", "9223372036854775807~-9223372036854775808", "0~-2305843009213693953",
	"~", "~~", "99999~", "~5", "~-5", "99999~0", "99999~-1", "99999~1e5", "99999~5~5", "x", "99999", "-9223372036854775808", "\x00", "99999~\x00", "١~٢", "99999~+3", "+1~+1",
}

// Anchors is a playlist that is changed with invented anchors.
type Anchors struct{ tape *tape }

// NewAnchors creates the playlist in an empty store.
func NewAnchors(t *testing.T, s *store.Store) *Anchors {
	t.Helper()
	return &Anchors{tapeOf(storetest.NewFixture(t, s), "abcde")}
}

// Try moves, adds and restores entries after an anchor, and checks that the
// playlist still works afterwards.
func (a *Anchors) Try(t *testing.T, anchor string) {
	t.Helper()
	p, ctx := a.tape, t.Context()
	p.T, p.Fixture.T = t, t
	move := func(after string, places ...int) {
		t.Helper()
		storetest.Get(p.MoveEntries(ctx, p.owner, p.id, music.Moved{EntryIDs: p.at(places...), After: after}, storetest.Now))(t)
	}
	move("", 2) // an anchor must not find an entry while it is being moved
	move(anchor, 0)
	move(anchor, 4, 1)
	p.add("f", &anchor)
	storetest.Get(p.RestoreEntries(ctx, p.owner, p.id, []music.Removed{{TrackID: p.tracks["g"].ID, After: anchor}, {TrackID: "\x00", After: anchor}}, storetest.Now))(t)
	if text := p.text(); len(text) != 7 || p.open().Entries != 7 {
		t.Errorf("%q leaves %s, %d entries", anchor, text, p.open().Entries)
	}
	if p.inOrder(); p.text() != "abcdefg" {
		t.Errorf("%q: in order it is %s", anchor, p.text())
	}
	var extra []string
	for _, e := range p.entries() {
		if e.Track.Title == "f" || e.Track.Title == "g" {
			extra = append(extra, e.ID)
		}
	}
	storetest.Get(p.RemoveEntries(ctx, p.owner, p.id, extra, storetest.Now))(t)
	p.has("abcde")
}

// inOrder sorts the list by moving each entry to the end and then to the start.
func (p *tape) inOrder() {
	p.T.Helper()
	ctx := p.T.Context()
	entries := p.entries()
	slices.SortFunc(entries, func(a, b music.Entry) int { return strings.Compare(a.Track.Title, b.Track.Title) })
	for _, e := range entries {
		storetest.Get(p.MoveEntries(ctx, p.owner, p.id, music.Moved{EntryIDs: []string{e.ID}, After: p.at(len(entries) - 1)[0]}, storetest.Now))(p.T)
	}
	for _, e := range slices.Backward(entries) {
		storetest.Get(p.MoveEntries(ctx, p.owner, p.id, music.Moved{EntryIDs: []string{e.ID}}, storetest.Now))(p.T)
	}
	for i, e := range entries {
		if at := p.at(i)[0]; at != e.ID {
			p.T.Errorf("place %d has %s, want %s", i, at, e.ID)
		}
	}
}

// playlistAnchors uses anchors that the server did not issue. The list stays
// consistent.
func playlistAnchors(t *testing.T, f *storetest.Fixture) {
	a := &Anchors{tapeOf(f, "abcde")}
	for _, anchor := range oddAnchors {
		a.Try(t, anchor)
	}
	end := "99999~-9223372036854775808" // a place that no list has
	storetest.Get(f.MoveEntries(t.Context(), a.tape.owner, a.tape.id, music.Moved{EntryIDs: a.tape.at(0), After: end}, storetest.Now))(t)
	a.tape.has("bcdea")
	a.tape.chance()
}

// chance makes random changes, and compares the result with the same changes of a
// slice.
func (p *tape) chance() {
	p.T.Helper()
	ctx, r := p.T.Context(), rand.New(rand.NewPCG(3, 4))
	want := strings.Split(p.text(), "")
	for range 150 {
		anchor, isKnown := oddAnchors[r.IntN(len(oddAnchors))], r.IntN(3) > 0
		ids, to := p.at(r.IntN(len(want))), r.IntN(len(want))
		from := slices.Index(p.at(manyPlaces(len(want))...), ids[0])
		if isKnown {
			anchor = p.at(to)[0] + "~" + strconv.FormatInt(int64(r.Uint64()), 10) // the entry has precedence over the place
		}
		c := storetest.Get(p.MoveEntries(ctx, p.owner, p.id, music.Moved{EntryIDs: ids, After: anchor}, storetest.Now))(p.T)
		if len(c.Undo) != 1 {
			p.T.Errorf("undo: %+v", c.Undo)
		}
		if isKnown && from != to {
			letter, behind := want[from], want[to]
			want = slices.Delete(want, from, from+1)
			want = slices.Insert(want, slices.Index(want, behind)+1, letter)
			p.has(strings.Join(want, ""))
			continue
		}
		before := without(want, want[from])
		want = strings.Split(p.text(), "")
		if got := without(want, p.titleOf(ids[0])); got != before {
			p.T.Errorf("%q moved others: %s, want %s", anchor, got, before)
		}
	}
}

func (p *tape) titleOf(id string) string {
	for _, e := range p.entries() {
		if e.ID == id {
			return e.Track.Title
		}
	}
	return ""
}

func without(letters []string, letter string) string {
	return strings.ReplaceAll(strings.Join(letters, ""), letter, "")
}
