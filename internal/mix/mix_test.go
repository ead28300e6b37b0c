package mix

import (
	"bytes"
	"context"
	"slices"
	"strconv"
	"testing"
	"time"

	"sonora/internal/djmix"
	"sonora/internal/music"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
)

func TestPlaysCountOnceADay(t *testing.T) {
	now := time.Date(2026, 3, 14, 12, 0, 0, 0, time.UTC)
	o := newOnce(func() time.Time { return now })
	if !o.first("mix ana") || o.first("mix ana") || !o.first("mix ben") || !o.first("other ana") {
		t.Error("each listener of each mix counts once")
	}
	now = now.Add(countedFor)
	if !o.first("mix ana") || o.first("mix ana") {
		t.Error("and again a day later")
	}
	for i := range maxRemembered + 10 {
		o.first(strconv.Itoa(i))
	}
	if len(o.seen) > maxRemembered {
		t.Errorf("%d listeners are remembered", len(o.seen))
	}
}

func TestWaveformOfTheAudiblePart(t *testing.T) {
	drawn := []byte{0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23}
	for _, c := range []struct {
		from, to float64
		want     []byte
	}{
		{0, 1, drawn},
		{0.25, 0.75, []byte{1, 2, 11, 12, 21, 22}},
		{0.5, 1.01, []byte{2, 3, 12, 13, 22, 23}},
	} {
		got, err := part(drawn, c.from, c.to)
		if err != nil || !bytes.Equal(got, c.want) {
			t.Errorf("%v to %v: %v, %v", c.from, c.to, got, err)
		}
	}
	for _, nothing := range [][]byte{nil, {1, 2}} {
		if _, err := part(nothing, 0, 1); music.CodeOf(err) != music.NotFound {
			t.Errorf("%v: %v", nothing, err)
		}
	}
}

// world is what a Service uses, beside its store.
type world struct {
	automix      []djmix.Entry
	told, tidied int
}

func (w *world) Publish(e music.Event) {
	if e.Type == music.EventMix {
		w.told++
	}
}

func (w *world) Tracklist(context.Context, music.Viewer, string) ([]djmix.Entry, error) {
	if w.automix == nil {
		return nil, music.ErrNotFound
	}
	return slices.Clone(w.automix), nil
}

func (w *world) KeepPicture(context.Context, []byte) (string, error) { return "aa", nil }

func (w *world) TidyPictures(context.Context) error {
	w.tidied++
	return nil
}

// TestWithdrawnMixesTakeTheirPicture withdraws a mix without a picture, and one that
// has a picture and is hidden from its owner.
func TestWithdrawnMixesTakeTheirPicture(t *testing.T) {
	ctx := t.Context()
	db, err := store.Open(ctx, sqlitetest.New(t), store.Options{})
	must(t, err)
	t.Cleanup(func() { must(t, db.Close()) })
	a := &music.Account{Email: "ana@example.com", Role: music.Creator}
	must(t, db.CreateAccount(ctx, a))
	w := &world{}
	s := New(Config{Store: db, Automixes: w, Pictures: w, Events: w, Now: time.Now})
	for tidied, id := range []string{"plain", "shown"} {
		m := music.NewMix()
		m.ID, m.OwnerID, m.Title, m.AudioURL, m.CreatedAt = id, a.ID, "Set", "/api/mixes/m/stream", time.Now()
		refusal := music.Forbidden
		if id == "shown" {
			refusal = music.NotFound // others do not see it
			m.CoverImageURL, m.IsActive = djmix.CoverPath(id, "aa"), false
		}
		must(t, db.CreateMix(ctx, &m))
		if err := s.Withdraw(ctx, music.Viewer{AccountID: "other", Role: music.Creator}, id); music.CodeOf(err) != refusal {
			t.Error(err)
		}
		w.told = 0
		ana := music.Viewer{AccountID: a.ID, Role: a.Role}
		must(t, s.Withdraw(ctx, ana, id))
		if w.tidied != tidied || w.told != 1 {
			t.Errorf("%s: tidied %d times, told %d times", id, w.tidied, w.told)
		}
		if err := s.Withdraw(ctx, ana, id); music.CodeOf(err) != music.NotFound {
			t.Error(err)
		}
	}
}

// TestChangesAreTold changes a mix, of which browsers hear, and likes it and
// comments on it, of which they do not.
func TestChangesAreTold(t *testing.T) {
	ctx := t.Context()
	db, err := store.Open(ctx, sqlitetest.New(t), store.Options{})
	must(t, err)
	t.Cleanup(func() { must(t, db.Close()) })
	a := &music.Account{Email: "ana@example.com", Role: music.Creator}
	must(t, db.CreateAccount(ctx, a))
	ana := music.Viewer{AccountID: a.ID, Role: a.Role}
	m := music.NewMix()
	m.OwnerID, m.Title, m.AudioURL, m.CreatedAt = a.ID, "Set", "/api/mixes/m/stream", time.Now()
	must(t, db.CreateMix(ctx, &m))
	w := &world{automix: []djmix.Entry{{Title: "Made"}}}
	s := New(Config{
		Store: db, Automixes: w, Pictures: w, Events: w, Now: time.Now,
		Match: func(context.Context, string, string) (string, error) { return "", nil },
	})
	titles := func() (titles []string) {
		list, err := s.Tracklist(ctx, ana, m.ID)
		must(t, err)
		for _, e := range list {
			titles = append(titles, e.Title)
		}
		return titles
	}
	if got := titles(); !slices.Equal(got, []string{"Made"}) {
		t.Errorf("the tracklist of an automix: %q", got)
	}

	_, err = s.Like(ctx, ana, m.ID, true)
	must(t, err)
	must(t, s.Played(ctx, ana, m.ID, "192.0.2.1"))
	_, err = s.Write(ctx, ana, djmix.Comment{MixID: m.ID, Text: "Hi"})
	must(t, err)
	if w.told != 0 {
		t.Errorf("a like, a play and a comment are told %d times", w.told)
	}
	_, err = s.Change(ctx, ana, m.ID, func(m *music.Mix) { m.Title = "Other" })
	must(t, err)
	_, err = s.ReadTracklist(ctx, ana, m.ID, "0:00 Cut off\n0:20 By hand", 20)
	must(t, err)
	if w.told != 2 || w.tidied != 0 {
		t.Errorf("told %d times, tidied %d times", w.told, w.tidied)
	}
	d, err := s.SetCover(ctx, ana, m.ID, nil)
	must(t, err)
	if w.told != 3 || w.tidied != 1 || d.CoverImageURL != djmix.CoverPath(m.ID, "aa") {
		t.Errorf("told %d times, tidied %d times: %q", w.told, w.tidied, d.CoverImageURL)
	}
	if got := titles(); !slices.Equal(got, []string{"By hand"}) {
		t.Errorf("a tracklist of its owner: %q", got)
	}
	if _, err := s.Change(ctx, music.Viewer{AccountID: "other", Role: music.Creator}, m.ID, func(*music.Mix) {}); music.CodeOf(err) != music.Forbidden {
		t.Error(err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestEntriesGetTheirTracks(t *testing.T) {
	asked := 0
	s := New(Config{Now: time.Now, Match: func(_ context.Context, _, title string) (string, error) {
		asked++
		if title == "Found" {
			return "t2", nil
		}
		return "", nil
	}})
	before := []djmix.Entry{{Artist: "A", Title: "By hand", TrackID: "t1"}}
	list := []djmix.Entry{{Artist: "A", Title: "By hand"}, {Artist: "B", Title: "Found"}, {Artist: "B", Title: "Found"}, {Title: "Given", TrackID: "t3"}, {Title: "Unknown"}}
	if err := s.match(t.Context(), list, before); err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"t1", "t2", "t2", "t3", ""} {
		if list[i].TrackID != want {
			t.Errorf("%s: %q, want %q", list[i].Title, list[i].TrackID, want)
		}
	}
	if asked != 2 {
		t.Errorf("the library was asked %d times", asked)
	}
}
