package scrobbling

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sonora/internal/background"
	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/player"
	"sonora/internal/scrobble"
	"sonora/internal/scrobbling/lastfm"
	"sonora/internal/seal"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
	fakefm "sonora/internal/testkit/lastfm"
)

// room is a service with a listener who may connect to a stand-in of ListenBrainz.
type room struct {
	*Service
	t      *testing.T
	store  *store.Store
	remote *standIn
	ana    music.Viewer
	ids    map[string]string // track IDs by title
	inside bool              // whether private networks are allowed
	fm     lastfm.Access
	now    time.Time
	told   []notice.Notification
}

var begin = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func newRoom(t *testing.T, titles ...string) *room {
	t.Helper()
	db, err := store.Open(t.Context(), sqlitetest.At(t, filepath.Join(t.TempDir(), "sonora.db")), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := &room{t: t, store: db, remote: startStandIn(t), ids: map[string]string{}, inside: true, now: begin}
	t.Cleanup(func() { r.must(db.Close()) })
	account := music.Account{Email: "ana@example.org", PasswordHash: "x"}
	r.must(db.CreateAccount(t.Context(), &account))
	r.ana = music.Viewer{AccountID: account.ID, Role: account.Role}
	r.restart()

	roots, err := db.EnsureRoots(t.Context(), []string{"/music"}, begin)
	r.must(err)
	var files []music.ScannedFile
	for i, title := range titles {
		files = append(files, music.ScannedFile{Name: title + ".mp3", Size: 1, ModTime: 1, Audio: &music.AudioFile{
			Format: music.MP3, SampleRate: 44_100, Channels: 2, Duration: time.Minute, AudioKey: uint64(i + 1),
			Tags: music.Tags{Title: title, Artists: []string{"Ana"}, Album: "Suite", MusicBrainzRecordingID: "rec", MusicBrainzArtistIDs: []string{"art"}},
		}})
	}
	_, err = db.SaveScanned(t.Context(), roots[0].ID, files, begin, false)
	r.must(err)
	r.must(db.FinishScan(t.Context()))
	list, err := db.Tracks(t.Context(), r.ana, music.TrackFilter{}, music.Page{Limit: music.MaxPageSize})
	r.must(err)
	for _, track := range list.Items {
		r.ids[track.Title] = track.ID
	}
	return r
}

// restart replaces the service by a new one on the same database.
func (r *room) restart() {
	box := r.box()
	r.Service = New(Config{
		Store: r.store, Box: box, Notifier: r, Settings: r.settings,
		Version: "1.2", Log: slog.New(slog.DiscardHandler), Now: func() time.Time { return r.now },
	})
}

func (r *room) settings() music.Settings {
	return music.Settings{RelayInside: r.inside, LastFMAPIKey: r.fm.Key, LastFMAPISecret: r.fm.Secret, LastFMAPIURL: r.fm.URL}
}

func (r *room) box() *seal.Box {
	if r.Service != nil {
		return r.Box
	}
	box, err := seal.Fresh()
	r.must(err)
	return box
}

func (r *room) must(err error) {
	r.t.Helper()
	if err != nil {
		r.t.Fatal(err)
	}
}

// Notify implements Notifier.
func (r *room) Notify(_ context.Context, list ...notice.Notification) error {
	r.told = append(r.told, list...)
	return nil
}

func (r *room) connectAna() {
	r.t.Helper()
	r.must(r.ConnectListenBrainz(r.t.Context(), r.ana, r.remote.URL, goodToken))
}

// listen reports that a track was heard to its end, minutes after the beginning.
func (r *room) listen(title string, minutes int) {
	r.t.Helper()
	_, err := r.store.AddPlay(r.t.Context(), r.ana, music.Play{
		ID: fmt.Sprintf("%s-%d", title, minutes), AccountID: r.ana.AccountID, TrackID: r.ids[title],
		StartedAt: begin.Add(time.Duration(minutes) * time.Minute), Listened: time.Minute,
	}, 0)
	r.must(err)
}

func (r *room) connection() *scrobble.Connection {
	r.t.Helper()
	offers, err := r.Offers(r.t.Context(), r.ana)
	r.must(err)
	if offers[0].Connection == nil {
		r.t.Fatal("there is no connection")
	}
	return offers[0].Connection
}

func TestConnect(t *testing.T) {
	r := newRoom(t)
	ctx := t.Context()
	page := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<!DOCTYPE html>") })
	elsewhere := startStandIn(t)
	elsewhere.Config.Handler = page
	for _, c := range []struct {
		what, server, token string
		inside              bool
		code                music.Code
		says                string
	}{
		{"no token", r.remote.URL, "", true, music.Invalid, "user token"},
		{"a token with a line break", r.remote.URL, "a\r\nX: y", true, music.Invalid, "user token"},
		{"an unknown token", r.remote.URL, "bad", true, music.Invalid, "does not know"},
		{"no address", "ftp://x", goodToken, true, music.Invalid, "http or https"},
		{"an address with a password", "https://a:b@example.org", goodToken, true, music.Invalid, "http or https"},
		{"a web page", elsewhere.URL, goodToken, true, music.Elsewhere, "as it should"},
		{"a private network", r.remote.URL, goodToken, false, music.Elsewhere, "private network"},
		{"the metadata of a cloud", "http://169.254.169.254", goodToken, true, music.Elsewhere, "private network"},
	} {
		r.inside = c.inside
		err := r.ConnectListenBrainz(ctx, r.ana, c.server, c.token)
		if music.CodeOf(err) != c.code || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", c.what, err)
		}
	}
	if offers, err := r.Offers(ctx, r.ana); err != nil || offers[0].Connection != nil {
		t.Errorf("connected: %+v %v", offers, err)
	}
	r.inside = true
	r.must(r.ConnectListenBrainz(ctx, r.ana, r.remote.URL+"/1/", " "+goodToken+"\n"))
	if c := r.connection(); c.Name != "ana-lb" || c.Server != r.remote.URL || strings.Contains(string(c.Secret), goodToken) {
		t.Errorf("%+v", c)
	}
	r.must(r.Disconnect(ctx, r.ana, scrobble.ListenBrainz))
	if err := r.Disconnect(ctx, r.ana, scrobble.ListenBrainz); music.CodeOf(err) != music.NotFound {
		t.Errorf("disconnected twice: %v", err)
	}
}

func TestListensArrive(t *testing.T) {
	r := newRoom(t, "Dawn", "Noon", "Unwanted")
	r.listen("Noon", 0) // before the person connected
	r.connectAna()
	r.listen("Dawn", 2)
	r.must(r.sendDue(t.Context()))
	r.listen("Dawn", 4)
	r.listen("Unwanted", 6)
	r.listen("Noon", 8)
	r.must(r.sendDue(t.Context()))
	if got := r.remote.arrived(); !slices.Equal(got, []string{"Dawn", "Dawn", "Noon"}) {
		t.Errorf("arrived: %v", got)
	}
	first := r.remote.listens[0]
	more := first.Metadata.More
	if first.At != begin.Add(2*time.Minute).Unix() || first.Metadata.Artist != "Ana" || first.Metadata.Album != "Suite" ||
		more.Player != "Sonora" || more.Recording != "rec" || !slices.Equal(more.Artists, []string{"art"}) || more.Duration != 60_000 {
		t.Errorf("%+v", first)
	}
	if c := r.connection(); c.Sent != 3 || c.Refused != 1 || c.Waiting != 0 || !c.SentAt.Equal(begin) || c.Problem.String() != "" {
		t.Errorf("%+v", c)
	}
}

// TestTroubles has a listen sent to a service in trouble, and again when that is over.
func TestTroubles(t *testing.T) {
	for _, c := range []struct {
		what   string
		answer http.HandlerFunc
		says   string
		wait   time.Duration
	}{
		{"an error", func(w http.ResponseWriter, _ *http.Request) { write(w, http.StatusBadGateway, "{}") }, "as it should", background.Pause(1)},
		{"a web page", func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "<!DOCTYPE html>") }, "as it should", background.Pause(1)},
		{"a redirect", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/elsewhere", http.StatusFound) }, "as it should", background.Pause(1)},
		{"an unknown call", func(w http.ResponseWriter, _ *http.Request) { write(w, http.StatusNotFound, "{}") }, "as it should", background.Pause(1)},
		{"no answer", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, "cannot be reached", background.Pause(1)},
		{"too many requests", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("X-RateLimit-Reset-In", "90")
			write(w, http.StatusTooManyRequests, "{}")
		}, "too many requests", 90 * time.Second},
		{"a long pause", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", "99999999")
			write(w, http.StatusServiceUnavailable, "{}")
		}, "as it should", time.Hour},
	} {
		t.Run(c.what, func(t *testing.T) {
			r := newRoom(t, "Dawn")
			r.connectAna()
			r.listen("Dawn", 0)
			r.remote.answers(c.answer)
			r.must(r.sendDue(t.Context()))
			if got := r.connection(); got.Stopped || got.Waiting != 1 || !strings.Contains(got.Problem.String(), c.says) {
				t.Errorf("%+v", got)
			}
			r.remote.answers(nil)
			r.now = r.now.Add(c.wait - time.Second)
			r.must(r.sendDue(t.Context()))
			if got := r.remote.arrived(); len(got) != 0 {
				t.Error("sent before the pause was over")
			}
			r.now = r.now.Add(time.Second)
			r.must(r.sendDue(t.Context()))
			if got := r.connection(); len(r.remote.arrived()) != 1 || got.Problem.String() != "" || got.Waiting != 0 {
				t.Errorf("%v %+v", r.remote.arrived(), got)
			}
			if len(r.told) != 0 {
				t.Errorf("told %+v", r.told)
			}
		})
	}
}

func TestRefusedTokenStops(t *testing.T) {
	r := newRoom(t, "Dawn", "Noon")
	r.connectAna()
	r.listen("Dawn", 0)
	r.remote.answers(func(w http.ResponseWriter, _ *http.Request) { write(w, http.StatusUnauthorized, "{}") })
	r.must(r.sendDue(t.Context()))
	r.listen("Noon", 2)
	r.now = r.now.Add(48 * time.Hour)
	r.must(r.sendDue(t.Context()))
	if c := r.connection(); !c.Stopped || c.Waiting != 2 || !strings.Contains(c.Problem.String(), "Connect again") || r.remote.requests != 1 {
		t.Errorf("%d requests, %+v", r.remote.requests, c)
	}
	if len(r.told) != 1 || r.told[0].Kind != notice.NoticeScrobblingStopped || r.told[0].AccountID != r.ana.AccountID {
		t.Errorf("told %+v", r.told)
	}
	r.remote.answers(nil)
	r.connectAna()
	r.must(r.sendDue(t.Context()))
	if got := r.remote.arrived(); !slices.Equal(got, []string{"Dawn", "Noon"}) {
		t.Errorf("arrived: %v", got)
	}
}

// TestEveryListenIsSentOnce has listens sent while the service fails at random and the
// server starts again and again. All of them arrive; only those whose answer got lost
// arrive again, with the same time, by which services know them.
func TestEveryListenIsSentOnce(t *testing.T) {
	r := newRoom(t, "Dawn", "Noon", "Dusk")
	r.connectAna()
	dice := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // a test
	for i := range 120 {
		r.listen([]string{"Dawn", "Noon", "Dusk"}[i%3], i)
		r.remote.answers([]http.HandlerFunc{
			nil,
			func(w http.ResponseWriter, _ *http.Request) { write(w, http.StatusInternalServerError, "{}") },
			func(w http.ResponseWriter, _ *http.Request) { write(w, http.StatusTooManyRequests, "{}") },
			func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		}[dice.IntN(4)])
		r.must(r.sendDue(t.Context()))
		if dice.IntN(3) == 0 {
			r.restart()
		}
		r.now = r.now.Add(time.Duration(dice.IntN(120)) * time.Second)
	}
	r.remote.answers(nil)
	r.now = r.now.Add(background.Pause(99))
	r.must(r.sendDue(t.Context()))
	seen := map[int64]int{}
	for _, h := range r.remote.listens {
		seen[h.At]++
	}
	for i := range 120 {
		if n := seen[begin.Add(time.Duration(i)*time.Minute).Unix()]; n != 1 {
			t.Errorf("listen %d arrived %d times", i, n)
		}
	}
	if c := r.connection(); c.Sent != 120 || c.Waiting != 0 {
		t.Errorf("%+v", c)
	}
}

// TestLastFM connects a person's account at Last.fm and has listens sent there, also
// beyond the limit of a day.
func TestLastFM(t *testing.T) {
	r := newRoom(t, "Dawn", "Noon")
	ctx := t.Context()
	if _, _, err := r.RequestLastFM(ctx); music.CodeOf(err) != music.Conflict || !strings.Contains(err.Error(), "Ask the operator") {
		t.Errorf("without a key: %v", err)
	}
	fm := fakefm.Start(t)
	r.fm, r.inside = lastfm.Access{Key: fakefm.Key, Secret: fakefm.Secret, URL: fm.URL}, false
	offers, err := r.Offers(ctx, r.ana)
	r.must(err)
	if len(offers) != 2 || offers[1].Service != scrobble.LastFM || !offers[1].Available {
		t.Fatalf("%+v", offers)
	}
	token, _, err := r.RequestLastFM(ctx)
	r.must(err)
	r.must(r.ConnectLastFM(ctx, r.ana, token))
	connection := func() *scrobble.Connection {
		offers, err := r.Offers(ctx, r.ana)
		r.must(err)
		return offers[1].Connection
	}
	if c := connection(); c.Name != fakefm.Name || c.Stopped || strings.Contains(string(c.Secret), fakefm.Session) {
		t.Errorf("%+v", c)
	}
	fm.Limit(2)
	for i, title := range []string{"Dawn", "Noon", "Dawn"} {
		r.listen(title, 2*i)
	}
	r.must(r.sendDue(ctx))
	if c := connection(); c.Sent != 2 || c.Waiting != 1 || c.Stopped || !strings.Contains(c.Problem.String(), "today") {
		t.Errorf("at the limit of the day: %+v", c)
	}
	fm.Limit(10)
	r.now = r.now.Add(background.Pause(99))
	r.must(r.sendDue(ctx))
	if got := fm.Listens(); len(got) != 3 || got[2].At != begin.Add(4*time.Minute).Unix() {
		t.Errorf("arrived: %+v", got)
	}
	r.fm.Secret = ""
	r.listen("Noon", 8)
	r.must(r.sendDue(ctx))
	if c := connection(); c.Stopped || c.Waiting != 1 || !strings.Contains(c.Problem.String(), "not set up") {
		t.Errorf("after the operator removed the key: %+v", c)
	}
}

func TestAnnouncesWhatPlays(t *testing.T) {
	r := newRoom(t, "Dawn", "Noon")
	r.connectAna()
	device := func(id, title string, state player.State) *player.Device {
		return &player.Device{ID: id, TrackID: r.ids[title], Duration: 3 * time.Minute, State: state}
	}
	// plays reports what a device plays and announces what is news.
	plays := func(d *player.Device) {
		t.Helper()
		r.Started(r.ana, d)
		for len(r.started) > 0 {
			r.must(r.announce(t.Context(), <-r.started))
		}
	}
	plays(device("phone", "Dawn", player.Paused))
	plays(device("phone", "Dawn", player.Playing))
	r.now = r.now.Add(time.Minute)
	plays(device("phone", "Dawn", player.Playing)) // still
	plays(device("phone", "Noon", player.Playing))
	r.now = r.now.Add(4 * time.Minute)
	plays(device("phone", "Noon", player.Playing)) // from the start
	plays(&player.Device{ID: "phone", TrackID: "an-episode", State: player.Playing})
	if got := r.remote.announced(); !slices.Equal(got, []string{"Dawn", "Noon", "Noon"}) {
		t.Errorf("announced %v", got)
	}
	r.must(r.store.PauseHistory(t.Context(), r.ana.AccountID, r.now))
	plays(device("phone", "Dawn", player.Playing))
	if got := r.remote.announced(); len(got) != 3 {
		t.Errorf("announced while the history is paused: %v", got[3:])
	}
	for i := range 3 * maxStarted { // nobody waits, however many there are
		r.Started(r.ana, device(fmt.Sprint("phone-", i), "Dawn", player.Playing))
	}
}

func TestOtherKeyStops(t *testing.T) {
	r := newRoom(t, "Dawn")
	r.connectAna()
	r.listen("Dawn", 0)
	other, err := seal.Fresh()
	r.must(err)
	r.Box = other
	r.must(r.sendDue(t.Context()))
	if c := r.connection(); !c.Stopped || c.Waiting != 1 || r.remote.requests != 0 {
		t.Errorf("%+v", c)
	}
}
