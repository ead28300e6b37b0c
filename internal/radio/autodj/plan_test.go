package autodj

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sonora/internal/station"
)

// crate is a Library of synthetic songs.
type crate struct {
	pools map[string]Pool
	songs map[int64]station.Song
	gone  map[int64]bool
}

// newCrate returns a library with the given number of artists, and playlists by
// ID with the given numbers of songs.
func newCrate(artists int, sizes map[string]int) *crate {
	c := &crate{pools: map[string]Pool{}, songs: map[int64]station.Song{}, gone: map[int64]bool{}}
	seq := int64(0)
	for _, id := range slices.Sorted(func(yield func(string) bool) {
		for id := range sizes {
			if !yield(id) {
				return
			}
		}
	}) {
		var seqs []int64
		for range sizes[id] {
			seq++
			artist := fmt.Sprint("artist ", seq%int64(artists))
			c.songs[seq] = station.Song{
				Seq: seq, ID: fmt.Sprint("t", seq), Title: fmt.Sprint("song ", seq), Artist: artist, ArtistID: artist,
				AlbumID: fmt.Sprint("album ", seq%int64(3*artists)), Seconds: float64(120 + seq*37%181),
			}
			seqs = append(seqs, seq)
		}
		c.pools[id] = NewPool("List "+id, seqs)
	}
	return c
}

func (c *crate) Pool(_ context.Context, l *station.Playlist) (Pool, error) {
	return c.pools[l.ID], nil
}

func (c *crate) Songs(_ context.Context, seqs []int64) ([]station.Song, error) {
	var songs []station.Song
	for _, seq := range seqs {
		if !c.gone[seq] {
			songs = append(songs, c.songs[seq])
		}
	}
	return songs, nil
}

var start = time.Date(2026, 3, 2, 9, 17, 0, 0, time.UTC) // a Monday

func zone(t testing.TB, name string) *time.Location {
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func list(id string, role station.Role, change ...func(*station.Playlist)) station.Playlist {
	l := station.NewPlaylist()
	l.ID, l.Role, l.PlaylistID = id, role, id
	for _, c := range change {
		c(&l)
	}
	return l
}

// inputOf returns the input for planning a number of hours of a station with
// playlists and shows.
func inputOf(lib Library, hours int, lists []station.Playlist, shows ...station.Show) Input {
	o := station.NewOptions()
	return Input{
		Rules:   Rules{StationID: "s", Options: o, Lists: lists, Calendar: Calendar{shows, time.UTC}},
		Library: lib, From: start, To: start.Add(time.Duration(hours) * time.Hour),
	}
}

func planned(t testing.TB, in Input) Result {
	t.Helper()
	r, err := Plan(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	gapless(t, &in, r.Slots)
	return r
}

// gapless fails the test unless the slots cover the plan without gaps.
func gapless(t testing.TB, in *Input, slots []station.Slot) {
	t.Helper()
	at := in.From
	ids := map[string]bool{}
	for i := range slots {
		if !slots[i].At.Equal(at) || slots[i].Seconds <= 0 && !slots[i].Over {
			t.Fatalf("%d begins at %v for %v s, not at %v", i, slots[i].At, slots[i].Seconds, at)
		}
		if slots[i].Reason.IsZero() && !slots[i].Pinned {
			t.Fatalf("%d has no reason", i)
		}
		if ids[slots[i].ID] {
			t.Fatalf("%d has the id of another", i)
		}
		ids[slots[i].ID] = true
		at = slots[i].End()
	}
	if at.Before(in.To) {
		t.Fatalf("ends at %v", at)
	}
}

func text(slots []station.Slot) string {
	var b strings.Builder
	for i := range slots {
		fmt.Fprintf(&b, "%s %s %s\n", slots[i].At.Format(time.TimeOnly), slots[i].ID, slots[i].TrackID)
	}
	return b.String()
}

func TestSeparation(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		sizes := map[string]int{"a": rapid.IntRange(1, 400).Draw(r, "a"), "b": rapid.IntRange(0, 60).Draw(r, "b")}
		c := newCrate(rapid.IntRange(1, 60).Draw(r, "artists"), sizes)
		for seq := range c.songs {
			c.gone[seq] = seq > 1 && rapid.IntRange(0, 9).Draw(r, "gone") == 0
		}
		in := inputOf(c, 12, []station.Playlist{list("a", station.RoleMusic), list("b", station.RoleMusic, func(l *station.Playlist) { l.Weight = 3 })})
		in.Rules.Options.ArtistMinutes = rapid.IntRange(0, 90).Draw(r, "artist minutes")
		result := planned(t, in)
		last := map[string]time.Time{}
		for i, s := range result.Slots {
			seconds := time.Duration(in.Rules.Options.ArtistMinutes) * time.Minute
			if end, heard := last[s.ArtistID]; heard && s.At.Sub(end) < seconds && !s.Relaxed {
				r.Fatalf("%s repeated after %v without a reason: %s", s.ArtistID, s.At.Sub(end), s.Reason)
			}
			last[s.ArtistID] = s.End()
			if i > 0 && s.TrackID == result.Slots[i-1].TrackID && s.Reason.Code != ruleRepeat {
				r.Fatalf("%s twice in a row: %s", s.TrackID, s.Reason)
			}
		}
	})
}

func TestPlanContinues(t *testing.T) {
	c := newCrate(50, map[string]int{"a": 300, "b": 80, "j": 5, "h": 3, "v": 4})
	lists := []station.Playlist{
		list("a", station.RoleMusic, func(l *station.Playlist) { l.Weight = 2 }), list("b", station.RoleMusic), list("j", station.RoleJingle),
		list("h", station.RoleHourly), list("v", station.RoleVoice, func(l *station.Playlist) { l.EverySongs = 7 }),
	}
	show := station.Show{ID: "w", Name: "Evening", Kind: station.ShowAutoDJ, Lists: []string{"b"}, Days: 127, StartMinute: 12 * 60, Minutes: 60}
	in := inputOf(c, 8, lists, show)
	whole := planned(t, in)
	if again := planned(t, in); text(again.Slots) != text(whole.Slots) {
		t.Fatal("the same input gave a different plan")
	}
	// Slots are taken one by one in the order in which they were shown.
	state, slots, at := in.State, whole.Slots, in.From
	for n := range 60 {
		q := storedQueue{Slots: slots}
		step := in
		step.State, step.From, step.Kept = state, at, q.standing(nil)
		r := planned(t, step)
		if text(r.Slots[:len(slots)]) != text(slots) {
			t.Fatalf("after %d another plan:\n%s\ninstead of\n%s", n, text(r.Slots[:12]), text(slots[:12]))
		}
		state, at, slots = r.State, r.Slots[0].End(), r.Slots[1:]
	}
}

func TestFreshPlanIsIdentical(t *testing.T) {
	c := newCrate(50, map[string]int{"a": 300, "b": 80})
	in := inputOf(c, 8, []station.Playlist{list("a", station.RoleMusic, func(l *station.Playlist) { l.Weight = 2 }), list("b", station.RoleMusic)})
	whole := planned(t, in)
	in.Kept, in.Loose = nil, true // plan everything again except slots that people placed
	if again := planned(t, in); text(again.Slots) != text(whole.Slots) {
		t.Error("planning again with the same rules gave a different plan")
	}
}

func TestWeights(t *testing.T) {
	c := newCrate(200, map[string]int{"a": 800, "b": 800})
	r := planned(t, inputOf(c, 24, []station.Playlist{list("a", station.RoleMusic, func(l *station.Playlist) { l.Weight = 3 }), list("b", station.RoleMusic)}))
	n := map[string]int{}
	for _, s := range r.Slots {
		n[s.ListID]++
	}
	if ratio := float64(n["a"]) / float64(n["b"]); ratio < 2.9 || ratio > 3.1 {
		t.Errorf("%v", n)
	}
}

func TestShuffleIsFair(t *testing.T) {
	r := planned(t, inputOf(newCrate(40, map[string]int{"a": 200}), 20, []station.Playlist{list("a", station.RoleMusic)}))
	seen := map[string]int{}
	for i, s := range r.Slots[:200] {
		if at, again := seen[s.TrackID]; again && i-at < 100 {
			t.Errorf("%s again after %d", s.TrackID, i-at)
		}
		seen[s.TrackID] = i
	}
	if len(seen) < 195 {
		t.Errorf("%d of 200 were heard", len(seen))
	}
}

func TestNothingToPlay(t *testing.T) {
	c := newCrate(3, map[string]int{"a": 5, "empty": 0})
	for want, lists := range map[error][]station.Playlist{
		ErrNoLists: {list("a", station.RoleMusic, func(l *station.Playlist) { l.IsEnabled = false }), list("a", station.RoleJingle)},
		ErrEmpty:   {list("empty", station.RoleMusic)},
	} {
		if _, err := Plan(t.Context(), inputOf(c, 1, lists)); err != want { //nolint:errorlint // compared by identity
			t.Errorf("%v, want %v", err, want)
		}
	}
	for seq := range c.songs {
		c.gone[seq] = true
	}
	if _, err := Plan(t.Context(), inputOf(c, 1, []station.Playlist{list("a", station.RoleMusic)})); err != ErrMissing { //nolint:errorlint // itself
		t.Errorf("%v", err)
	}
	c.gone[2] = false
	for _, s := range planned(t, inputOf(c, 1, []station.Playlist{list("a", station.RoleMusic)})).Slots {
		if s.TrackID != "t2" {
			t.Errorf("%+v", s)
		}
	}
}

func TestSoftStart(t *testing.T) {
	c := newCrate(60, map[string]int{"a": 500, "b": 100, "j": 4})
	for _, hard := range []bool{false, true} {
		for minute := range 40 {
			show := station.Show{ID: "w", Name: "Noon", Kind: station.ShowAutoDJ, Lists: []string{"b"}, Days: 127, StartMinute: 11*60 + minute, Minutes: 60, IsHard: hard}
			in := inputOf(c, 4, []station.Playlist{list("a", station.RoleMusic), list("b", station.RoleMusic, func(l *station.Playlist) { l.IsEnabled = false }), list("j", station.RoleJingle)}, show)
			r := planned(t, in)
			due := time.Date(2026, 3, 2, 11, minute, 0, 0, time.UTC)
			first := slices.IndexFunc(r.Slots, func(s station.Slot) bool { return s.ShowID == "w" })
			off := r.Slots[first].At.Sub(due)
			if hard && off.Abs() > time.Millisecond || off.Abs() > softStart {
				t.Errorf("%v %d: begins at %v", hard, minute, r.Slots[first].At)
			}
			if before := r.Slots[first-1]; hard && before.End().Sub(due).Abs() > time.Millisecond {
				t.Errorf("%d: %+v", minute, before)
			}
			for _, s := range r.Slots[first:] {
				if s.ShowID == "w" && s.Kind == station.SlotMusic && s.ListID != "b" {
					t.Errorf("%+v", s)
				}
			}
		}
	}
}

// TestLastSongBeforeAShow lets a song end shortly before a show with a hard
// start. Another song must fill the time, unless the show may begin at once.
func TestLastSongBeforeAShow(t *testing.T) {
	c := newCrate(60, map[string]int{"a": 500})
	show := station.Show{ID: "w", Name: "Noon", Kind: station.ShowAutoDJ, Days: 127, StartMinute: 12 * 60, Minutes: 60, IsHard: true}
	noon := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	for before, want := range map[time.Duration]string{20 * time.Second: "", 2500 * time.Millisecond: "", 1100 * time.Millisecond: "", 800 * time.Millisecond: "w"} {
		in := inputOf(c, 1, []station.Playlist{list("a", station.RoleMusic)}, show)
		in.From, in.To = noon.Add(-before), noon.Add(time.Hour)
		r, err := Plan(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		if first := r.Slots[0]; first.ShowID != want || want == "" && (!first.At.Equal(in.From) || !first.Until.Equal(noon)) || want != "" && !first.At.Equal(noon) {
			t.Errorf("%v before: %+v", before, first)
		}
	}
}

func TestBetweenSongs(t *testing.T) {
	c := newCrate(60, map[string]int{"a": 500, "j": 4, "i": 2, "h": 3, "v": 5})
	r := planned(t, inputOf(c, 12, []station.Playlist{
		list("a", station.RoleMusic), list("j", station.RoleJingle), list("h", station.RoleHourly, func(l *station.Playlist) { l.Minute = 30 }),
		list("i", station.RoleIdent, func(l *station.Playlist) { l.EverySongs, l.EveryMinutes = 0, 20 }),
		list("v", station.RoleVoice, func(l *station.Playlist) { l.EverySongs = 5 }),
	}))
	songs, hours := 0, 0
	last := map[station.SlotKind]time.Time{}
	for i, s := range r.Slots {
		switch s.Kind {
		case station.SlotMusic:
			songs++
		case station.SlotJingle:
			if songs != 4 {
				t.Errorf("a jingle after %d songs", songs)
			}
			songs = 0
		case station.SlotHourly:
			hours++
			if off := s.At.Sub(s.At.Truncate(time.Hour).Add(30 * time.Minute)); off < -maxHourlyEarly || off > 6*time.Minute {
				t.Errorf("at %v", s.At)
			}
		case station.SlotIdent:
			if before, ok := last[s.Kind]; ok && (s.At.Sub(before) < 20*time.Minute || s.At.Sub(before) > 27*time.Minute) {
				t.Errorf("%v after the one before", s.At.Sub(before))
			}
		case station.SlotVoice:
			if next := r.Slots[i+1]; !s.Over || s.Seconds != 0 || next.Kind != station.SlotMusic || !next.At.Equal(s.At) {
				t.Errorf("%+v before %+v", s, next)
			}
		case station.SlotRequest:
		}
		last[s.Kind] = s.At
	}
	if hours != 12 {
		t.Errorf("%d in 12 hours", hours)
	}
}

func TestRequests(t *testing.T) {
	c := newCrate(60, map[string]int{"a": 500})
	in := inputOf(c, 3, []station.Playlist{list("a", station.RoleMusic)})
	in.Kept = (&storedQueue{Slots: planned(t, in).Slots}).standing(nil)
	first := in.Kept[0]
	same := station.Song{ID: "same", ArtistID: first.ArtistID, Artist: first.Artist, Title: "Other", Seconds: 200}
	for i := range 4 {
		in.Requests = append(in.Requests, Request{ID: fmt.Sprint("w", i), Song: station.Song{ID: fmt.Sprint("x", i), Artist: fmt.Sprint("Guest ", i), Title: fmt.Sprint("Song ", i), Seconds: 200}, Votes: i})
	}
	in.Requests = append([]Request{{ID: "wait", Song: same}}, in.Requests...)
	r := planned(t, in)
	at := map[string]int{}
	for i, s := range r.Slots {
		if s.RequestID != "" {
			at[s.RequestID] = i
			if i > 0 && r.Slots[i-1].RequestID != "" {
				t.Errorf("two requests in a row: %d", i)
			}
		}
	}
	if r.Slots[0].TrackID != first.TrackID || at["w0"] != 1 || at["w1"] != 3 || at["w2"] != 5 || at["w3"] != 7 {
		t.Errorf("%v", at)
	}
	if waited := r.Slots[at["wait"]].At.Sub(r.Slots[0].End()); waited < time.Hour {
		t.Errorf("an artist again after %v", waited)
	}
}

// TestShowsBeginWithTheirOwn lets items wait for a show. A request must come
// after the show's first song, a slot that people placed before it.
func TestShowsBeginWithTheirOwn(t *testing.T) {
	c := newCrate(60, map[string]int{"a": 500, "b": 100})
	show := station.Show{ID: "w", Name: "Noon", Kind: station.ShowAutoDJ, Lists: []string{"b"}, Days: 127, StartMinute: 12 * 60, Minutes: 60, IsHard: true}
	noon := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	guest := station.Song{ID: "x", Artist: "Guest", Title: "Wish", Seconds: 200}
	begin := func(change func(*Input)) []station.Slot {
		in := inputOf(c, 1, []station.Playlist{list("a", station.RoleMusic), list("b", station.RoleMusic)}, show)
		in.From, in.To = noon, noon.Add(time.Hour)
		change(&in)
		return planned(t, in).Slots
	}
	kept := slotFor(&guest, station.SlotRequest)
	kept.ID, kept.RequestID, kept.Reason, kept.At = "w0", "w0", reasonAsked, noon
	for name, change := range map[string]func(*Input){
		"a request":                           func(in *Input) { in.Requests = []Request{{ID: "w0", Song: guest}} },
		"the next request of the plan before": func(in *Input) { in.Kept, in.Loose = []station.Slot{kept}, true },
	} {
		if slots := begin(change); slots[0].ListID != "b" || slots[1].RequestID != "w0" {
			t.Errorf("%s: %+v, %+v", name, slots[0], slots[1])
		}
	}
	slots := begin(func(in *Input) {
		placed := kept
		placed.Pinned = true
		in.Kept, in.Loose = []station.Slot{placed}, true
	})
	if slots[0].RequestID != "w0" || slots[0].ShowID != "w" || slots[1].ListID != "b" {
		t.Errorf("placed by people: %+v, %+v", slots[0], slots[1])
	}
}

// TestVeryShortSongs checks that a plan with very short songs is limited, and that
// songs of unknown length get the usual length.
func TestVeryShortSongs(t *testing.T) {
	for _, c := range []struct {
		seconds  float64
		min, max int
	}{{0.5, maxSlots, maxSlots}, {0, 24 * 15, 24 * 25}} {
		lib := newCrate(1, map[string]int{"a": 300})
		for seq, song := range lib.songs {
			song.Seconds = c.seconds
			lib.songs[seq] = song
		}
		in := inputOf(lib, 24, []station.Playlist{list("a", station.RoleMusic)})
		first, err := Plan(t.Context(), in)
		if err != nil || len(first.Slots) < c.min || len(first.Slots) > c.max {
			t.Fatalf("%v s: %d slots, %v", c.seconds, len(first.Slots), err)
		}
		in.Kept = first.Slots
		again, err := Plan(t.Context(), in)
		if err != nil || !slices.EqualFunc(first.Slots, again.Slots, func(a, b station.Slot) bool { return a.ID == b.ID && a.At.Equal(b.At) }) {
			t.Errorf("%v s: another plan of %d slots, %v", c.seconds, len(again.Slots), err)
		}
	}
}

// BenchmarkPlanKept continues a plan of maximum length.
func BenchmarkPlanKept(b *testing.B) {
	lib := newCrate(40, map[string]int{"a": 300})
	for seq, song := range lib.songs {
		song.Seconds = 0.5
		lib.songs[seq] = song
	}
	in := inputOf(lib, 24, []station.Playlist{list("a", station.RoleMusic)})
	first, err := Plan(b.Context(), in)
	if err != nil {
		b.Fatal(err)
	}
	in.Kept = first.Slots
	for b.Loop() {
		if _, err := Plan(b.Context(), in); err != nil {
			b.Fatal(err)
		}
	}
}
