package podcast

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sync/semaphore"

	"sonora/internal/blob"
	"sonora/internal/feed"
	"sonora/internal/music"
	"sonora/internal/notice"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
)

type nobody struct{}

func (nobody) Publish(music.Event) {}
func (nobody) Give([]byte) (string, error) {
	return "", music.NewError(music.Invalid, "No.")
}
func (nobody) Notify(context.Context, ...notice.Notification) error { return nil }

// fixture is a service with a clock that does not advance, and a listener.
type fixture struct {
	*Service
	ann music.Viewer
	at  time.Time
}

func newFixture(t *testing.T) *fixture {
	t.Helper()
	db, err := store.Open(t.Context(), sqlitetest.At(t, filepath.Join(t.TempDir(), "sonora.db")), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	files, err := blob.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ann := &music.Account{Email: "ann@music.example", Role: music.Creator}
	if err := db.CreateAccount(t.Context(), ann); err != nil {
		t.Fatal(err)
	}
	yes := func() bool { return true }
	f := &fixture{ann: music.Viewer{AccountID: ann.ID, Role: ann.Role}, at: now}
	f.Service = &Service{
		Config: Config{Store: db, Events: nobody{}, Covers: nobody{}, Notify: nobody{}, Log: slog.New(slog.DiscardHandler), Files: files, PublicURL: &url.URL{Scheme: "https", Host: "music.example"}},
		now:    func() time.Time { return f.at }, jitter: func() float64 { return 0 }, client: newClient(yes),
		parsing: semaphore.NewWeighted(2), relays: semaphore.NewWeighted(4), wakePolling: make(chan struct{}, 1), wakeKeeping: make(chan struct{}, 1), texts: newTexts(),
	}
	return f
}

func serve(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s.URL
}

func oneEpisode(audio string) string {
	return `<rss version="2.0"><channel><title>Tea</title><item><title>One</title><guid>one</guid><pubDate>Mon, 16 Nov 2026 08:00:00 +0000</pubDate><enclosure url="` + audio + `" type="audio/mpeg" length="3"/></item></channel></rss>`
}

func TestPollingIsConditional(t *testing.T) {
	f := newFixture(t)
	var asked, unchanged atomic.Int32
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		w.Header().Set("ETag", `"v1"`)
		if r.Header.Get("If-None-Match") == `"v1"` {
			unchanged.Add(1)
			w.WriteHeader(http.StatusNotModified)
			return
		}
		fmt.Fprint(w, oneEpisode("https://a.example/one.mp3"))
	})
	p, err := f.Subscribe(t.Context(), f.ann, Request{URL: address + "/feed"})
	if err != nil {
		t.Fatal(err)
	}
	for range 3 { // no requests before the feed is due
		if err := f.poll(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if n := asked.Load(); n != 1 {
		t.Errorf("asked %d times", n)
	}
	f.at = f.at.Add(maxPoll)
	if err := f.poll(t.Context()); err != nil || asked.Load() != 2 || unchanged.Load() != 1 {
		t.Errorf("a day later: %v, asked %d times, %d unchanged", err, asked.Load(), unchanged.Load())
	}
	if p, err = f.Store.Podcast(t.Context(), f.ann, p.ID, f.at); err != nil || p.Episodes != 1 || !p.PolledAt.Equal(f.at) {
		t.Errorf("%v, %+v", err, p)
	}
}

func TestFailingFeedsAreReadLessOften(t *testing.T) {
	f := newFixture(t)
	var broken atomic.Bool
	address := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		if broken.Load() {
			w.Header().Set("Retry-After", "7200")
			w.WriteHeader(http.StatusTooManyRequests)
			return
		}
		fmt.Fprint(w, oneEpisode("https://a.example/one.mp3"))
	})
	p, err := f.Subscribe(t.Context(), f.ann, Request{URL: address + "/feed"})
	if err != nil {
		t.Fatal(err)
	}
	broken.Store(true)
	f.at = f.at.Add(maxPoll)
	if err := f.poll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if p, err = f.Store.Podcast(t.Context(), f.ann, p.ID, f.at); err != nil || !p.Problem.Is(errTooOften.Detail) {
		t.Errorf("%v, %+v", err, p)
	}
	due, err := f.Store.ClaimFeeds(t.Context(), f.at.Add(2*time.Hour-time.Second), f.at, 9)
	if err != nil || len(due) != 0 {
		t.Errorf("before the pause is over: %v, %+v", err, due)
	}
	broken.Store(false)
	f.at = f.at.Add(2 * time.Hour)
	if err := f.poll(t.Context()); err != nil {
		t.Fatal(err)
	}
	if p, err = f.Store.Podcast(t.Context(), f.ann, p.ID, f.at); err != nil || !p.Problem.IsZero() {
		t.Errorf("after recovery: %v, %+v", err, p)
	}
}

func TestHugeFeedsAreTruncated(t *testing.T) {
	f := newFixture(t)
	padding := "<!--" + strings.Repeat("x", 64<<10) + "-->"
	item := `<item><title>T</title><guid>%d</guid>` + padding + `<enclosure url="https://a.example/%d.mp3" type="audio/mpeg" length="3"/></item>`
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		defer z.Close()
		if r.URL.Path == "/bomb" {
			_, _ = io.CopyN(z, zeros{}, 200<<20)
			return
		}
		fmt.Fprint(z, `<rss version="2.0"><channel><title>Huge</title>`)
		for i := range 300 {
			if _, err := fmt.Fprintf(z, item, i, i); err != nil {
				return
			}
		}
	})
	p, err := f.Subscribe(t.Context(), f.ann, Request{URL: address + "/huge"})
	if err != nil || !p.Problem.Is(cutFeed) || p.Episodes < 200 || p.Episodes > 256 {
		t.Errorf("%v, %+v", err, p)
	}
	if _, err := f.Subscribe(t.Context(), f.ann, Request{URL: address + "/bomb"}); music.CodeOf(err) != music.Invalid {
		t.Errorf("decompression bomb: %v", err)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func TestNewEpisodesAreDownloaded(t *testing.T) {
	f := newFixture(t)
	var address string
	address = serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/one.mp3" {
			w.Header().Set("Content-Type", "audio/mpeg")
			fmt.Fprint(w, "abc")
			return
		}
		fmt.Fprint(w, oneEpisode(address+"/one.mp3"))
	})
	p, err := f.Subscribe(t.Context(), f.ann, Request{URL: address + "/feed"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Change(t.Context(), f.ann, p.ID, func(s *feed.Subscription) { s.AutoDownload = true }); err != nil {
		t.Fatal(err)
	}
	if err := f.keepAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	kept := func() *feed.Episode {
		list, err := f.Store.Episodes(t.Context(), f.ann, feed.EpisodeFilter{PodcastID: p.ID}, music.Page{}, f.at)
		if err != nil || len(list.Items) != 1 {
			t.Fatalf("%v, %+v", err, list)
		}
		return &list.Items[0]
	}
	object, err := f.Kept(t.Context(), kept())
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(object); err != nil || string(b) != "abc" || object.Close() != nil {
		t.Errorf("%q, %v", b, err)
	}
	if err := f.Unsubscribe(t.Context(), f.ann, p.ID); err != nil {
		t.Fatal(err)
	}
	if err := f.keepAll(t.Context()); err != nil || kept().File != "" {
		t.Errorf("after the last subscriber left: %v, %+v", err, kept())
	}
}

// TestImportRefusesPrivateNetworks imports feeds by address, so that no name has to
// be resolved.
func TestImportRefusesPrivateNetworks(t *testing.T) {
	f := newFixture(t)
	payload, err := json.Marshal([]Outline{{URL: "http://192.168.1.4/feed"}, {URL: "http://localhost:9/feed"}, {URL: "https://8.8.8.8/feed"}})
	if err != nil {
		t.Fatal(err)
	}
	run := func(inside bool) Report {
		t.Helper()
		f.Inside = func() bool { return inside }
		result, err := f.importJob(t.Context(), &music.Job{AccountID: f.ann.AccountID, Payload: payload}, func(float64) {})
		report, ok := result.(Report)
		if err != nil || !ok {
			t.Fatalf("%v %v", result, err)
		}
		return report
	}
	report := run(false)
	if report.Added != 1 || report.Refused != 2 || len(report.Wrong) != 2 || report.Wrong[0].Reason.String() != errInside.Detail.String() {
		t.Errorf("%+v", report)
	}
	if report := run(true); report.Added != 2 || report.Already != 1 {
		t.Errorf("where private networks are open: %+v", report)
	}
}
