package apitest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sonora/internal/api"
	"sonora/internal/auth"
	"sonora/internal/automix"
	"sonora/internal/billing/subscription"
	"sonora/internal/daily"
	"sonora/internal/djimport"
	"sonora/internal/job"
	"sonora/internal/library"
	"sonora/internal/listening"
	"sonora/internal/mail"
	"sonora/internal/mix"
	"sonora/internal/music"
	"sonora/internal/playlist"
	"sonora/internal/profile"
	"sonora/internal/scrobbling"
	"sonora/internal/seal"
	"sonora/internal/settings"
	"sonora/internal/share"
	"sonora/internal/station"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
	"sonora/internal/stream"
	"sonora/internal/testkit"
	"sonora/internal/webhooks"
)

// Edge is the API in this process, without a network and without what a
// server does in the background. It runs by the clock of a synctest bubble.
type Edge struct {
	http.Handler
	Store  *store.Store
	Auth   *auth.Service
	Mail   *postbox
	Events *noticeBoard
	Radio  *OnAir
}

// NewEdge returns the API of a server without a network, with music folders and
// locked settings.
func NewEdge(t testing.TB, roots []string, locked map[string]json.RawMessage) *Edge {
	t.Helper()
	dir, log := t.TempDir(), slog.New(slog.DiscardHandler)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	db, err := store.Open(t.Context(), sqlitetest.At(t, filepath.Join(dir, "sonora.db")), store.Options{})
	must(err)
	t.Cleanup(func() { must(db.Close()) })
	e := &Edge{Store: db, Events: &noticeBoard{}, Radio: &OnAir{}}
	box, err := seal.Open(dir)
	must(err)
	set, err := settings.Open(t.Context(), db, e.Events, locked, box)
	must(err)
	address := &url.URL{Scheme: "https", Host: "music.example"}
	post := mail.New(mail.Config{Store: db.AccountStore, Log: log, Settings: set.Get, PublicURL: address})
	e.Mail = &postbox{Service: post}
	e.Auth, err = auth.Open(t.Context(), auth.Config{Store: db, Settings: set, Mail: e.Mail, Box: box, Log: log, PublicURL: address, HashCost: auth.HashCost{Memory: 64, Passes: 1}})
	must(err)
	lib, err := library.New(t.Context(), library.Config{
		Store: db, Events: e.Events, Log: log, Roots: roots, CacheDir: dir,
		Public: func() bool { return set.Get().ScannedTracksPublic },
	})
	must(err)
	if len(roots) > 0 {
		_, err := lib.Scan(t.Context(), library.Options{})
		must(err)
	}
	people := profile.New(profile.Config{
		Store: db, Accounts: e.Auth, Mail: post, Jobs: job.New(db, log), Events: e.Events, Log: log, Media: dir, Data: dir, PublicURL: address,
		Subscriptions: subscription.New(subscription.Config{Store: db, Jobs: job.New(db, log), StripeJobs: job.New(db, log)}), Links: share.New(db, set, nil, nil),
		PlaylistFile: playlist.New(playlist.Config{Store: db, Events: e.Events}).File,
	})
	streams, err := stream.New(stream.Config{Media: dir, Log: log, Tracks: db})
	must(err)
	t.Cleanup(streams.Close)
	mixes := mix.New(mix.Config{Store: db, Events: e.Events, Automixes: automix.New(automix.Config{Store: db, Jobs: automix.NewLanes(db, log)}), Now: time.Now})
	imports, err := djimport.New(djimport.Config{Store: db, Folder: filepath.Join(dir, "imports"), Now: time.Now})
	must(err)
	scrobbles := scrobbling.New(scrobbling.Config{Store: db, Box: box, Settings: set.Get, Version: "test", Log: log, Now: time.Now})
	a, err := api.New(api.Config{
		Store: db, Auth: e.Auth, Settings: set, Library: lib, Streams: streams, Listening: listening.New(listening.Config{Store: db, Events: e.Events, Mixes: daily.New(daily.Config{Store: db.ListeningStore}), Scrobbles: scrobbles, Log: log}), Profile: people, Events: e.Events, Pages: noPages{http.NotFoundHandler()}, Log: log, Version: "test", Box: box,
		Radio: e.Radio, DJImports: imports, Scrobbling: scrobbles, Webhooks: webhooks.New(webhooks.Config{Store: db, Box: box, Settings: set.Get, Log: log, Now: time.Now}), Mixes: mixes, Searches: mix.NewSearches(mix.SearchesConfig{Mixes: mixes, Jobs: job.New(db, log)}),
	})
	must(err)
	t.Cleanup(a.Close)
	e.Handler = a.Handler()
	return e
}

// SignIn makes an account and returns its access token.
func (e *Edge) SignIn(t testing.TB, email string) (token string, v music.Viewer) {
	t.Helper()
	account, err := e.Auth.Register(t.Context(), auth.Registration{Email: email, Password1: testkit.Password, Password2: testkit.Password})
	if err != nil {
		t.Fatal(err)
	}
	grant, err := e.Auth.Login(t.Context(), auth.Credentials{Email: email, Password: testkit.Password})
	if err != nil {
		t.Fatal(err)
	}
	return grant.Access, music.Viewer{AccountID: account.ID, Role: account.Role}
}

// Ask answers one request.
func (e *Edge) Ask(method, path, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(context.Background(), method, path, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	e.ServeHTTP(w, r)
	return w
}

// Dial returns a connection to a server that has the edge for its handler.
func (e *Edge) Dial(t *testing.T) net.Conn {
	t.Helper()
	near, far := net.Pipe()
	server := &http.Server{Handler: e, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug), ReadHeaderTimeout: time.Second}
	go func() { _ = server.Serve(&oneConn{conn: far}) }() // ends with its listener, which has one connection
	t.Cleanup(func() { _, _ = near.Close(), server.Close() })
	return near
}

// OpenEvents asks for the event stream and returns it behind its header.
func (e *Edge) OpenEvents(t *testing.T, token string) (net.Conn, *bufio.Reader) {
	t.Helper()
	conn := e.Dial(t)
	if _, err := fmt.Fprintf(conn, "GET /api/events HTTP/1.1\r\nHost: sonora\r\nAuthorization: Bearer %s\r\n\r\n", token); err != nil {
		t.Fatal(err)
	}
	buffered := bufio.NewReader(conn)
	res, err := http.ReadResponse(buffered, nil) //nolint:bodyclose // it ends with the connection
	if err != nil || res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("%v %v", res, err)
	}
	return conn, bufio.NewReader(res.Body)
}

// Line returns the next line that is not empty, or the error of reading it.
func Line(t *testing.T, r *bufio.Reader) string {
	t.Helper()
	for {
		text, err := r.ReadString('\n')
		if err != nil {
			return err.Error()
		}
		if text = strings.TrimSpace(text); text != "" {
			return text
		}
	}
}

// NewStation adds one to an edge.
func (e *Edge) NewStation(t *testing.T, name string, public bool) station.Station {
	t.Helper()
	s := station.New()
	s.Name, s.StreamURL, s.IsPublic = name, "https://a.example", public
	if err := e.Store.CreateStation(t.Context(), &s, station.MaxOwned); err != nil {
		t.Fatal(err)
	}
	return s
}

// Letters takes the mails to an address of a kind, after what requests left for later.
func (e *Edge) Letters(t *testing.T, to string, kind mail.Kind) []mail.Message {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := e.Auth.Run(ctx); err != nil {
		t.Fatal(err)
	}
	e.Mail.mu.Lock()
	defer e.Mail.mu.Unlock()
	var found, rest []mail.Message
	for _, m := range e.Mail.sent {
		if m.To == to && m.Kind == kind {
			found = append(found, m)
		} else {
			rest = append(rest, m)
		}
	}
	e.Mail.sent = rest
	return found
}

// Secret takes the only such mail and returns what its link holds.
func (e *Edge) Secret(t *testing.T, to string, kind mail.Kind, page string) string {
	t.Helper()
	found := e.Letters(t, to, kind)
	if len(found) != 1 {
		t.Fatalf("%d mails %s to %s", len(found), kind, to)
	}
	secret, ok := strings.CutPrefix(found[0].Link, "https://music.example"+page+"#")
	if !ok {
		t.Fatalf("%s links to %q", kind, found[0].Link)
	}
	return secret
}

// Want asks and compares the status and a part of the body.
func (e *Edge) Want(t *testing.T, status int, part, method, path, body string, header ...string) *httptest.ResponseRecorder {
	t.Helper()
	w := e.Ask(method, path, body, header...)
	if w.Code != status || !strings.Contains(w.Body.String(), part) {
		t.Errorf("%s %s %.100s: %d %.300s, want %d %s", method, path, body, w.Code, w.Body, status, part)
	}
	return w
}
