package daily

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sonora/internal/history"
	"sonora/internal/music"
	"sonora/internal/sound"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
)

// alike puts all tracks into one group and finds no others.
type alike struct{}

func (alike) Groups(_ context.Context, _ music.Viewer, ids []string, _ int) ([][]string, error) {
	return [][]string{ids}, nil
}

func (alike) Endless(context.Context, music.Viewer, []string, []string, int) (*sound.Selection, error) {
	return &sound.Selection{}, nil
}

// listener is a person with a library of 30 songs added today.
type listener struct {
	*Service
	t      *testing.T
	viewer music.Viewer
	tracks []music.Track
	at     time.Time
	plays  int
}

func newListener(t *testing.T) *listener {
	t.Helper()
	s, err := store.Open(t.Context(), sqlitetest.At(t, filepath.Join(t.TempDir(), "d.db")), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	l := &listener{Service: New(Config{Store: s.ListeningStore, Similar: alike{}}), t: t, at: time.Date(2026, 3, 14, 15, 0, 0, 0, time.UTC)}
	l.now = func() time.Time { return l.at }
	who := &music.Account{Email: "a@music.example", Role: music.Admin}
	l.must(s.CreateAccount(t.Context(), who))
	l.viewer = music.Viewer{AccountID: who.ID, Role: who.Role}
	root, err := s.EnsureRoots(t.Context(), []string{"/music"}, l.at)
	l.must(err)
	files := make([]music.ScannedFile, 30)
	for i := range files {
		files[i] = music.ScannedFile{Name: fmt.Sprint(i, ".flac"), Audio: &music.AudioFile{
			Format: music.FLAC, Duration: time.Minute, AudioKey: uint64(i + 1), Tags: music.Tags{Title: strconv.Itoa(i), Artists: []string{"Nina"}, Genres: []string{"Jazz"}},
		}}
	}
	_, err = s.SaveScanned(t.Context(), root[0].ID, files, l.at.Add(-48*time.Hour), true)
	l.must(err)
	list, err := s.Tracks(t.Context(), l.viewer, music.TrackFilter{}, music.Page{})
	l.must(err)
	l.tracks = list.Items
	return l
}

func (l *listener) must(err error) {
	l.t.Helper()
	if err != nil {
		l.t.Fatal(err)
	}
}

// listen plays some of the songs several times, some time ago.
func (l *listener) listen(from, to, times int, ago time.Duration) {
	l.t.Helper()
	for i := from; i < to; i++ {
		for range times {
			l.plays++
			_, err := l.Store.AddPlay(l.t.Context(), l.viewer, music.Play{
				ID: fmt.Sprint("play-", l.plays), TrackID: l.tracks[i].ID, StartedAt: l.at.Add(-ago + time.Duration(l.plays)*time.Second), Listened: time.Minute,
			}, 0)
			l.must(err)
		}
	}
}

func (l *listener) mixes() map[string]history.MadeForYou {
	l.t.Helper()
	list, err := l.MadeForYou(l.t.Context(), l.viewer)
	l.must(err)
	byID := map[string]history.MadeForYou{}
	for _, m := range list {
		byID[m.ID] = m
	}
	return byID
}

func TestMixes(t *testing.T) {
	l := newListener(t)
	if got := l.mixes(); len(got) != 0 {
		t.Errorf("without data: %v", got)
	}
	l.listen(0, 6, 4, 3*dayLength)    // on repeat
	l.listen(6, 12, 3, 120*dayLength) // forgotten
	got := l.mixes()
	for id, n := range map[string]int{"daily-1": 6, "on-repeat": 6, "forgotten": 6, "new": 18} {
		if len(got[id].Tracks) != n {
			t.Errorf("%s has %d tracks, want %d", id, len(got[id].Tracks), n)
		}
	}
	if diff := cmp.Diff([]string{"Nina"}, got["daily-1"].Artists); diff != "" {
		t.Error(diff)
	}

	// The mixes stay the same all day, whatever is played and however often the
	// server restarts.
	l.listen(12, 18, 5, time.Hour)
	l.at = l.at.Add(5 * time.Hour)
	l.Forget(l.viewer.AccountID)
	again := l.mixes()
	for _, id := range []string{"daily-1", "on-repeat", "forgotten"} {
		if diff := cmp.Diff(got[id], again[id]); diff != "" {
			t.Errorf("%s later that day: %s", id, diff)
		}
	}
	l.at = l.at.Add(dayLength)
	if tomorrow := l.mixes(); cmp.Equal(got["daily-1"].Tracks, tomorrow["daily-1"].Tracks) || len(tomorrow["on-repeat"].Tracks) != 12 {
		t.Errorf("the next day: %+v", tomorrow)
	}

	l.must(l.Store.ForgetAll(t.Context(), l.viewer, l.at))
	l.Forget(l.viewer.AccountID)
	if got := l.mixes(); len(got) != 0 {
		t.Errorf("with an empty history: %v", got)
	}
}
