package stream_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"sonora/internal/library"
	"sonora/internal/listening"
	"sonora/internal/music"
	"sonora/internal/player"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
	"sonora/internal/stream"
	"sonora/internal/testkit/fakelib"
)

// secondEdge is an example of an edge besides internal/api, such as one for
// Subsonic. It contains no rules: each handler decodes, makes one call and
// encodes.
type secondEdge struct {
	store     *store.Store
	streams   *stream.Service
	covers    *library.Covers
	listening *listening.Service
	viewer    music.Viewer // as authenticated by auth.Recognise
}

func (e *secondEdge) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if err := e.serve(w, r, r.URL.Query().Get("id")); err != nil {
		http.Error(w, err.Error(), http.StatusTeapot)
	}
}

func (e *secondEdge) serve(w http.ResponseWriter, r *http.Request, id string) error {
	switch r.URL.Path {
	case "/rest/stream":
		source, err := e.streams.OpenTrack(r.Context(), e.viewer, id, stream.Options{})
		if err != nil {
			return err
		}
		defer source.Close()
		return source.Serve(w, r, func() { w.WriteHeader(http.StatusRequestedRangeNotSatisfiable) })
	case "/rest/getCoverArt":
		image, err := e.covers.OfTrack(r.Context(), e.viewer, id, library.PictureOptions{Size: library.DefaultCoverSize})
		if err != nil {
			return err
		}
		defer image.File.Close()
		_, err = io.Copy(w, image.File)
		return err
	case "/rest/star":
		return e.listening.Like(r.Context(), e.viewer, id)
	case "/rest/scrobble":
		_, err := e.listening.ReportPlay(r.Context(), e.viewer, music.Play{
			ID: music.NewID(), TrackID: id, StartedAt: time.Now().Add(-time.Minute), Listened: time.Minute,
		})
		return err
	case "/rest/getRandomSongs":
		list, err := e.store.Tracks(r.Context(), e.viewer, music.TrackFilter{}, music.Page{Limit: 10})
		for _, track := range list.Items {
			_, _ = io.WriteString(w, track.ID)
		}
		return err
	}
	return music.ErrNotFound
}

// board records events.
type board struct{ kinds []string }

func (b *board) Started(music.Viewer, *player.Device) {}

func (b *board) Publish(e music.Event)   { b.kinds = append(b.kinds, e.Type) }
func (b *board) Forget(accountID string) { b.kinds = append(b.kinds, "mixes of "+accountID) }

func TestSecondEdgeOnlyDecodesAndEncodes(t *testing.T) {
	dir, root, log, events := t.TempDir(), t.TempDir(), slog.New(slog.DiscardHandler), &board{}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	song := fakelib.Song{Title: "Song", Cover: fakelib.Cover(1)}.MP3()
	fakelib.Write(t, root, "song.mp3", song)
	db, err := store.Open(t.Context(), sqlitetest.At(t, filepath.Join(dir, "sonora.db")), store.Options{})
	must(err)
	t.Cleanup(func() { must(db.Close()) })
	lib, err := library.New(t.Context(), library.Config{Store: db, Events: events, Log: log, Roots: []string{root}, CacheDir: dir})
	must(err)
	_, err = lib.Scan(t.Context(), library.Options{})
	must(err)
	account := music.Account{Email: "ana@example.org", PasswordHash: "x"}
	must(db.CreateAccount(t.Context(), &account))
	streams, err := stream.New(stream.Config{Media: dir, Log: log, Tracks: db})
	must(err)
	t.Cleanup(streams.Close)
	e := &secondEdge{
		store: db, streams: streams, covers: lib.Covers, viewer: music.Viewer{AccountID: account.ID, Role: account.Role},
		listening: listening.New(listening.Config{Store: db, Events: events, Mixes: events, Scrobbles: events, Log: log}),
	}
	events.kinds = nil

	ask := func(path string) *httptest.ResponseRecorder {
		t.Helper()
		w := httptest.NewRecorder()
		e.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, http.NoBody))
		if w.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", path, w.Code, w.Body)
		}
		return w
	}
	id := ask("/rest/getRandomSongs").Body.String()
	if got := ask("/rest/stream?id=" + id); got.Body.String() != string(song) || got.Header().Get("Content-Type") != "audio/mpeg" {
		t.Errorf("play: %d of %d bytes, %v", got.Body.Len(), len(song), got.Header())
	}
	if got := ask("/rest/getCoverArt?id=" + id); http.DetectContentType(got.Body.Bytes()) != "image/jpeg" {
		t.Errorf("cover: %d bytes", got.Body.Len())
	}
	ask("/rest/star?id=" + id)
	ask("/rest/scrobble?id=" + id)
	if len(events.kinds) != 2 || events.kinds[0] != music.EventLike || events.kinds[1] != music.EventPlay {
		t.Errorf("other devices are told of %v", events.kinds)
	}
	track, err := db.Track(t.Context(), e.viewer, id)
	if err != nil || !track.Liked {
		t.Errorf("star: %+v, %v", track, err)
	}
	if heard, err := db.RecentlyPlayed(t.Context(), e.viewer, 1); err != nil || len(heard) != 1 {
		t.Errorf("scrobble: %v, %v", heard, err)
	}
}
