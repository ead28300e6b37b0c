package api_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sonora/internal/api"
	"sonora/internal/auth"
	"sonora/internal/daily"
	"sonora/internal/job"
	scans "sonora/internal/library"
	listens "sonora/internal/listening"
	"sonora/internal/mail"
	"sonora/internal/music"
	"sonora/internal/profile"
	"sonora/internal/seal"
	"sonora/internal/settings"
	"sonora/internal/store"
	"sonora/internal/store/sqlitetest"
	"sonora/internal/stream"
	"sonora/internal/testkit"
)

// edge is the API in this process, without a network and without what a
// server does in the background. It runs by the clock of a synctest bubble.
type edge struct {
	http.Handler
	store  *store.Store
	auth   *auth.Service
	mail   *postbox
	events *noticeBoard
	radio  *onAir
}

func newEdge(t testing.TB, roots []string, locked map[string]json.RawMessage) *edge {
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
	e := &edge{store: db, events: &noticeBoard{}, radio: &onAir{}}
	box, err := seal.Open(dir)
	must(err)
	set, err := settings.Open(t.Context(), db, e.events, locked, box)
	must(err)
	address := &url.URL{Scheme: "https", Host: "music.example"}
	post := mail.New(mail.Config{Store: db.AccountStore, Log: log, Settings: set.Get, PublicURL: address})
	e.mail = &postbox{Service: post}
	e.auth, err = auth.Open(t.Context(), auth.Config{Store: db, Settings: set, Mail: e.mail, Box: box, Log: log, PublicURL: address, HashCost: auth.HashCost{Memory: 64, Passes: 1}})
	must(err)
	lib, err := scans.New(t.Context(), scans.Config{
		Store: db, Events: e.events, Log: log, Roots: roots, CacheDir: dir,
		Public: func() bool { return set.Get().ScannedTracksPublic },
	})
	must(err)
	if len(roots) > 0 {
		_, err := lib.Scan(t.Context(), scans.Options{})
		must(err)
	}
	people := profile.New(profile.Config{
		Store: db, Accounts: e.auth, Mail: post, Jobs: job.New(db, log), Log: log, Media: dir, Data: dir, PublicURL: address,
	})
	streams, err := stream.New(stream.Config{Media: dir, Log: log, Tracks: db})
	must(err)
	t.Cleanup(streams.Close)
	a, err := api.New(api.Config{
		Store: db, Auth: e.auth, Settings: set, Library: lib, Streams: streams, Listening: listens.New(listens.Config{Store: db, Events: e.events, Mixes: daily.New(daily.Config{Store: db.ListeningStore}), Log: log}), Profile: people, Events: e.events, Pages: noPages{http.NotFoundHandler()}, Log: log, Version: "test",
		Radio: e.radio,
	})
	must(err)
	t.Cleanup(a.Close)
	e.Handler = a.Handler()
	return e
}

// signIn makes an account and returns its access token.
func (e *edge) signIn(t testing.TB, email string) (token string, v music.Viewer) {
	t.Helper()
	account, err := e.auth.Register(t.Context(), auth.Registration{Email: email, Password1: testkit.Password, Password2: testkit.Password})
	if err != nil {
		t.Fatal(err)
	}
	grant, err := e.auth.Login(t.Context(), auth.Credentials{Email: email, Password: testkit.Password})
	if err != nil {
		t.Fatal(err)
	}
	return grant.Access, music.Viewer{AccountID: account.ID, Role: account.Role}
}

// ask answers one request.
func (e *edge) ask(method, path, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
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

// dial returns a connection to a server that has the edge for its handler.
func (e *edge) dial(t *testing.T) net.Conn {
	t.Helper()
	near, far := net.Pipe()
	server := &http.Server{Handler: e, ErrorLog: slog.NewLogLogger(slog.DiscardHandler, slog.LevelDebug), ReadHeaderTimeout: time.Second}
	go server.Serve(&oneConn{conn: far}) // ends with its listener, which has one connection
	t.Cleanup(func() { near.Close(); server.Close() })
	return near
}

// oneConn is a listener for a single connection.
type oneConn struct {
	mu   sync.Mutex
	conn net.Conn
}

func (l *oneConn) Accept() (net.Conn, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if conn := l.conn; conn != nil {
		l.conn = nil
		return conn, nil
	}
	return nil, net.ErrClosed
}

func (l *oneConn) Close() error   { return nil }
func (l *oneConn) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "pipe"} }

// noticeBoard is a bus for one process.
type noticeBoard struct {
	mu      sync.Mutex
	readers map[*func(music.Event)]struct{}
}

// Publish tells every reader, with the data as it comes from a network.
func (b *noticeBoard) Publish(e music.Event) {
	data, err := json.Marshal(e)
	if err == nil {
		err = json.Unmarshal(data, &e)
	}
	if err != nil {
		panic(err) // events are ours
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	for read := range b.readers {
		(*read)(e)
	}
}

func (b *noticeBoard) Subscribe(read func(music.Event)) (func(), error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.readers == nil {
		b.readers = map[*func(music.Event)]struct{}{}
	}
	b.readers[&read] = struct{}{}
	return func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		delete(b.readers, &read)
	}, nil
}

// openEvents asks for the event stream and returns it behind its header.
func (e *edge) openEvents(t *testing.T, token string) (net.Conn, *bufio.Reader) {
	t.Helper()
	conn := e.dial(t)
	if _, err := fmt.Fprintf(conn, "GET /api/events HTTP/1.1\r\nHost: sonora\r\nAuthorization: Bearer %s\r\n\r\n", token); err != nil {
		t.Fatal(err)
	}
	buffered := bufio.NewReader(conn)
	res, err := http.ReadResponse(buffered, nil)
	if err != nil || res.StatusCode != http.StatusOK || res.Header.Get("Content-Type") != "text/event-stream" {
		t.Fatalf("%v %v", res, err)
	}
	return conn, bufio.NewReader(res.Body)
}

func line(t *testing.T, r *bufio.Reader) string {
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

func TestQuietEventStreamStaysOpenAsLongAsItsToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := newEdge(t, nil, nil)
		token, v := e.signIn(t, "a@example.com")
		began := time.Now()
		_, stream := e.openEvents(t, token)
		if got := line(t, stream); got != "retry: 2000" {
			t.Fatalf("the stream begins with %q", got)
		}
		for i := range 4 {
			if got, after := line(t, stream), time.Since(began); got != ": ping" || after != time.Duration(i+1)*25*time.Second {
				t.Fatalf("after %v: %q", after, got)
			}
		}
		e.events.Publish(music.Event{Type: music.EventLike, Account: "somebody else", Data: music.LikeChange{TrackID: "x"}})
		e.events.Publish(music.Event{Type: music.EventLike, Account: v.AccountID, Data: music.LikeChange{TrackID: "t1", Liked: true}})
		if name, data := line(t, stream), line(t, stream); name != "event: like" || data != `data: {"liked":true,"trackId":"t1"}` {
			t.Errorf("got %s %s", name, data)
		}
		for last := ": ping"; last == ": ping"; last = line(t, stream) {
		}
		if lived := time.Since(began); lived < auth.AccessLifetime || lived > auth.AccessLifetime+time.Minute {
			t.Errorf("the stream lived %v, its token %v", lived, auth.AccessLifetime)
		}
	})
}

func TestEventStreamOfWhoDoesNotReadEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := newEdge(t, nil, nil)
		token, v := e.signIn(t, "a@example.com")
		_, stream := e.openEvents(t, token)
		if got := line(t, stream); got != "retry: 2000" {
			t.Fatalf("the stream begins with %q", got)
		}
		e.events.Publish(music.Event{Type: music.EventPlay, Account: v.AccountID})
		<-time.After(15 * time.Second)
		if got := line(t, stream); strings.HasPrefix(got, "event:") || strings.HasPrefix(got, ": ping") {
			t.Errorf("15 s later it still gets %q", got)
		}
	})
}

func TestSlowBodyIsNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := newEdge(t, nil, nil)
		conn, began := e.dial(t), time.Now()
		if _, err := fmt.Fprint(conn, "POST /api/auth/login HTTP/1.1\r\nHost: sonora\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"); err != nil {
			t.Fatal(err)
		}
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		took := time.Since(began)
		if err == nil && (res.StatusCode < 400 || res.StatusCode >= 500) {
			t.Errorf("answers %d", res.StatusCode)
		}
		if took > time.Minute {
			t.Errorf("was waited for %v", took)
		}
	})
}

// TestCutBodyIsNoFault sends less than it said, and chunks that are none.
func TestCutBodyIsNoFault(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := newEdge(t, nil, nil)
		conn := e.dial(t)
		if _, err := fmt.Fprint(conn, "POST /api/auth/login HTTP/1.1\r\nHost: sonora\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		res, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || res.StatusCode != http.StatusBadRequest {
			t.Errorf("got %v %v, want 400", res, err)
		}
	})
}

func TestThrottle(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		e := newEdge(t, nil, map[string]json.RawMessage{"rateLimitPerMinute": []byte("3")})
		token, _ := e.signIn(t, "a@example.com")
		bearer := []string{"Authorization", "Bearer " + token}
		use := func(n int, method, path string, header ...string) {
			t.Helper()
			for i := range n {
				if got := e.ask(method, path, "", header...).Code; got == http.StatusTooManyRequests {
					t.Fatalf("%s %s: call %d of %d is throttled", method, path, i+1, n)
				}
			}
		}
		refused := func(method, path, after string, header ...string) {
			t.Helper()
			w := e.ask(method, path, "", header...)
			if w.Code != http.StatusTooManyRequests || strings.TrimSpace(w.Body.String()) != `{"detail":"Request was throttled."}` || w.Header().Get("Retry-After") != after {
				t.Errorf("%s %s: %d %s after %q", method, path, w.Code, w.Body, w.Header().Get("Retry-After"))
			}
		}
		use(3, "GET", "/api/tracks")
		refused("GET", "/api/albums", "20")
		refused("GET", "/v1/tracks", "20") // an older name is no way round
		// What visitors do is not held against members, nor are reads against writes.
		use(3, "POST", "/api/tracks/x/like", bearer...)
		refused("DELETE", "/api/tracks/x/like", "20", bearer...)
		use(30, "GET", "/api/tracks", bearer...)
		refused("GET", "/api/tracks", "2", bearer...)
		// Signing in has its own limit; a page, sound, pictures and the health check have none.
		use(3, "POST", "/api/auth/login")
		refused("POST", "/api/auth/login", "20")
		use(50, "GET", "/health")
		use(50, "GET", "/api/tracks/x/stream")
		use(50, "GET", "/api/covers/x")
		use(50, "GET", "/albums")
		<-time.After(20 * time.Second)
		use(1, "GET", "/api/tracks")
		refused("GET", "/api/tracks", "20")
	})
}

// noPages is a server without a web app.
type noPages struct{ http.Handler }

func (p noPages) ServeEmbed(w http.ResponseWriter, r *http.Request) { p.ServeHTTP(w, r) }

func (p noPages) ServeHead(w http.ResponseWriter, r *http.Request, _ int, _ string) {
	p.ServeHTTP(w, r)
}
