// Package testkit starts a complete Sonora for a test and sends it HTTP
// requests.
package testkit

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sonora/internal/app"
	"sonora/internal/auth"
	"sonora/internal/diagnostics"
	"sonora/internal/oidc"
	"sonora/internal/store/sqlitetest"
)

// Options configure a Server. The zero value is an empty server on SQLite.
type Options struct {
	Music    string                     // a library folder or a bucket address to scan
	Storage  string                     // for --storage
	Proxy    bool                       // for --storage-proxy
	Database string                     // for --database
	Settings map[string]json.RawMessage // locked settings; nil unlocks one that is locked for tests
	Proxies  []string                   // trusted proxies
	Mail     string                     // for --mail
	Push     string                     // URL of a test double for push services
	Webhook  string                     // URL of a test double for webhooks
	Others   string                     // URL of a test double for all music databases

	Providers []oidc.Config // identity providers
	PublicURL string        // for --public-url
}

// Server is a running Sonora with an operator and a member signed in.
type Server struct {
	URL           string
	Handler       http.Handler // handles requests without a connection
	Admin, Member Person
	client        *http.Client
	document      *document
	guest         string // of a joined server: what makes its addresses unique
}

// Person is a signed-in account.
type Person struct{ Email, Access, Refresh, Cookie string }

// Password is the password of every account in tests.
const Password = "s3cret-pass"

// patience is how long a test waits for something that should happen soon.
const patience = 30 * time.Second

// Start runs a server until the test ends, and waits for its first scan.
func Start(t testing.TB, o Options) *Server {
	t.Helper()
	config := app.Config{
		Version: "test", Listen: "127.0.0.1:0", Data: t.TempDir(), Database: o.Database,
		Settings: map[string]json.RawMessage{"rateLimitPerMinute": []byte("1000000"), "analyseTracks": []byte("false")}, TrustedProxies: o.Proxies, Mail: o.Mail,
		Providers: o.Providers, PublicURL: o.PublicURL, Storage: o.Storage, StorageProxy: o.Proxy,
		MusicBrainz: o.Others, CoverArtArchive: o.Others, PushService: o.Push, InsideWebhook: o.Webhook, LRCLIB: o.Others, RadioDirectory: o.Others,
		HashCost: auth.HashCost{Memory: 64, Passes: 1}, // fast, since every test signs people in
	}
	maps.Copy(config.Settings, o.Settings)
	maps.DeleteFunc(config.Settings, func(_ string, value json.RawMessage) bool { return value == nil })
	if o.Database == "" {
		config.Database = sqlitetest.At(t, filepath.Join(config.Data, "sonora.db"))
	}
	if o.Music != "" {
		config.Music = []string{o.Music}
	}
	server, err := app.New(t.Context(), config, diagnostics.NewLog(io.Discard, slog.LevelInfo))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- server.Run(ctx) }()
	transport := &http.Transport{}
	t.Cleanup(func() {
		stop()
		transport.CloseIdleConnections()
		if err := <-ended; err != nil {
			t.Errorf("the server failed: %v", err)
		}
	})
	s := &Server{URL: "http://" + server.Address(), Handler: server.Handler(), document: sharedDocument(), client: &http.Client{
		Transport: transport, Timeout: patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	s.Admin = s.SignUp(t, "admin@example.com")
	s.Member = s.SignUp(t, "member@example.com")
	if o.Music != "" {
		s.AwaitScan(t)
	}
	return s
}

// Join returns the server with another member, for a test that shares it with
// others: the accounts that it signs up get addresses of their own.
func (s *Server) Join(t testing.TB) *Server {
	t.Helper()
	joined := *s
	joined.guest = fmt.Sprintf("%d.", guests.Add(1))
	joined.Member = joined.SignUp(t, s.Member.Email)
	return &joined
}

// guests counts the tests that joined servers.
var guests atomic.Int64

// SignUp registers an account and signs it in. The first account is the
// operator's.
func (s *Server) SignUp(t testing.TB, email string) Person {
	t.Helper()
	email = s.guest + email
	registration := fmt.Sprintf(`{"email":%q,"password1":%q,"password2":%[2]q,"first_name":"Ada"}`, email, Password)
	if r := s.Do(t, Request{Method: http.MethodPost, Path: "/api/auth/register/", Body: registration}); r.Status != http.StatusCreated {
		t.Fatalf("register %s: %d %s", email, r.Status, r.Body)
	}
	return s.SignIn(t, email)
}

// SignIn signs an account in.
func (s *Server) SignIn(t testing.TB, email string) Person {
	t.Helper()
	r := s.Do(t, Request{Method: http.MethodPost, Path: "/api/auth/login/", Body: fmt.Sprintf(`{"email":%q,"password":%q}`, email, Password)})
	p := Person{Email: email}
	if err := json.Unmarshal([]byte(r.Body), &p); err != nil || r.Status != http.StatusOK {
		t.Fatalf("sign in %s: %d %s", email, r.Status, r.Body)
	}
	cookies, err := http.ParseSetCookie(r.Header.Get("Set-Cookie"))
	if err != nil {
		t.Fatalf("sign in %s: %v", email, err)
	}
	p.Cookie = cookies.Value
	return p
}

// AwaitScan waits until no scan is running and one has finished.
func (s *Server) AwaitScan(t testing.TB) {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); <-time.After(5 * time.Millisecond) {
		r := s.Do(t, Request{Path: "/api/library", As: s.Admin})
		if strings.Contains(r.Body, `"state":"finished"`) {
			return
		}
	}
	t.Fatal("the scan did not finish")
}

// AwaitAnalysis waits until no track is waiting for analysis. It requires the
// setting analyseTracks, which is off by default here.
func (s *Server) AwaitAnalysis(t testing.TB) {
	t.Helper()
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); <-time.After(10 * time.Millisecond) {
		r := s.Do(t, Request{Path: "/api/admin/analysis", As: s.Admin})
		if strings.Contains(r.Body, `"waiting":0,"running":0`) {
			return
		}
	}
	t.Fatal("the analysis did not finish")
}

// Request is an API call. Method defaults to GET.
type Request struct {
	Method, Path, Body string
	As                 Person // nobody if zero
	ByCookie           bool   // authenticate with the session cookie
	Header             map[string]string
}

// Response is a response with its whole body.
type Response struct {
	Status int
	Header http.Header
	Body   string
}

// Do sends a request. The body is JSON unless a header says otherwise. The test
// fails if the response does not conform to the OpenAPI document.
func (s *Server) Do(t testing.TB, r Request) Response {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), r.Method, s.URL+r.Path, strings.NewReader(r.Body))
	if err != nil {
		t.Fatal(err)
	}
	if r.Body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	switch {
	case r.ByCookie:
		req.AddCookie(&http.Cookie{Name: "session", Value: r.As.Cookie})
	case r.As.Access != "":
		req.Header.Set("Authorization", "Bearer "+r.As.Access)
	}
	for name, value := range r.Header {
		req.Header.Set(name, value)
	}
	res, err := s.client.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.document.check(req, res, body); err != nil {
		t.Errorf("%s %s: %v", req.Method, r.Path, err)
	}
	return Response{res.StatusCode, res.Header, string(body)}
}

// JSON decodes a response.
func JSON[T any](t testing.TB, r Response) T {
	t.Helper()
	var v T
	if err := json.Unmarshal([]byte(r.Body), &v); err != nil {
		t.Fatalf("%v in %d %s", err, r.Status, r.Body)
	}
	return v
}
