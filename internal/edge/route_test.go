package edge

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"sonora/internal/auth"
	"sonora/internal/music"
)

// everybody is a server where the caller does not matter.
type everybody struct{}

func (everybody) Recognise(context.Context, auth.Proof) auth.Caller { return auth.Caller{} }
func (everybody) PublicOrigin() string                              { return "https://music.example" }

func (everybody) Get() music.Settings {
	return music.Settings{RateLimitPerMinute: 1000, MaxRequestSize: 1}
}

// routed is an edge whose operations answer with their own names.
func routed() *Edge {
	e := New(Config{
		Callers: everybody{}, Settings: everybody{}, Log: slog.New(slog.DiscardHandler),
		Prefixes: []string{"/api", "/api/", "/metrics"},
		Aliases:  map[string]string{"/songs": "/api/songs", "/api/v1/songs": "/api/songs", "/send": "/api/send"},
		Pages:    http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "the web app") }),
	})
	named := func(method, path, id string, options ...Option) {
		RawMethod(e, method, path, id, id, Anyone, func(w http.ResponseWriter, r *http.Request) error {
			fmt.Fprint(w, id, r.PathValue("id"))
			return nil
		}, "text/plain", options...)
	}
	named("GET", "/api/songs", "list")
	named("POST", "/api/songs", "add")
	named("GET", "/api/songs/newest", "newest")
	named("GET", "/api/songs/{id}", "one ")
	named("DELETE", "/api/songs/{id}", "remove ")
	named("PUT", "/api/songs/{id}", "change ")
	named("POST", "/api/send", "send")
	named("HEAD", "/api/uploads/{id}", "offset ", MethodOverride)
	named("PATCH", "/api/uploads/{id}", "continue ", MethodOverride)
	e.Handle("GET /metrics", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "metrics") })
	return e
}

// TestRoutes finds the operation of a method and a path, as people, browsers
// and older clients write it.
func TestRoutes(t *testing.T) {
	const page = "the web app"
	for name, c := range map[string]struct {
		method, path string
		header       [2]string
		status       int
		want         string // the operation that answers
		allow        string
	}{
		"a list":                           {method: "GET", path: "/api/songs", status: 200, want: "list"},
		"another method":                   {method: "POST", path: "/api/songs", status: 200, want: "add"},
		"an item":                          {method: "GET", path: "/api/songs/7", status: 200, want: "one 7"},
		"a name before an id":              {method: "GET", path: "/api/songs/newest", status: 200, want: "newest"},
		"that name with another method":    {method: "DELETE", path: "/api/songs/newest", status: 200, want: "remove newest"},
		"an escaped slash in an id":        {method: "GET", path: "/api/songs/a%2Fb", status: 200, want: "one a/b"},
		"headers alone":                    {method: "HEAD", path: "/api/songs", status: 200, want: "list"},
		"headers alone of a HEAD":          {method: "HEAD", path: "/api/uploads/7", status: 200, want: "offset 7"},
		"a slash at the end":               {method: "GET", path: "/api/songs/", status: 200, want: "list"},
		"a slash behind an item":           {method: "PUT", path: "/api/songs/7/", status: 200, want: "change 7"},
		"a slash behind an escaped one":    {method: "GET", path: "/api/songs/a%2Fb/", status: 200, want: "one a/b"},
		"a POST is not redirected":         {method: "POST", path: "/api/send/", status: 200, want: "send"},
		"two slashes at the end":           {method: "GET", path: "/api/songs//", status: 404},
		"no operation":                     {method: "GET", path: "/api/albums", status: 404},
		"below an item":                    {method: "GET", path: "/api/songs/7/cover", status: 404},
		"the prefix itself":                {method: "GET", path: "/api", status: 404},
		"out of the prefix":                {method: "GET", path: "/api/../songs", status: 404},
		"letters of another case":          {method: "GET", path: "/api/Songs", status: 404},
		"a method a list has not":          {method: "DELETE", path: "/api/songs", status: 405, allow: "GET, HEAD, POST"},
		"a method an item has not":         {method: "POST", path: "/api/songs/7", status: 405, allow: "GET, HEAD, PUT, DELETE"},
		"a read of what is only written":   {method: "GET", path: "/api/send", status: 405, allow: "POST"},
		"a HEAD of what is only written":   {method: "HEAD", path: "/api/send", status: 405, allow: "POST"},
		"a HEAD is not a GET":              {method: "GET", path: "/api/uploads/7", status: 405, allow: "HEAD, PATCH"},
		"an unknown method":                {method: "BREW", path: "/api/songs", status: 405, allow: "GET, HEAD, POST"},
		"405 behind a slash":               {method: "DELETE", path: "/api/songs/", status: 405, allow: "GET, HEAD, POST"},
		"an older name":                    {method: "GET", path: "/songs", status: 200, want: "list"},
		"an older name with a slash":       {method: "GET", path: "/songs/", status: 200, want: "list"},
		"an older name, another method":    {method: "POST", path: "/songs", status: 200, want: "add"},
		"an older name inside the prefix":  {method: "HEAD", path: "/api/v1/songs", status: 200, want: "list"},
		"405 at an older name":             {method: "PUT", path: "/songs", status: 405, allow: "GET, HEAD, POST"},
		"an item below an older name":      {method: "GET", path: "/songs/7", status: 200, want: page},
		"a browser at an older name":       {method: "GET", path: "/songs", header: [2]string{"Accept", "text/html,*/*"}, status: 200, want: page},
		"a browser inside the prefix":      {method: "GET", path: "/api/v1/songs", header: [2]string{"Accept", "text/html,*/*"}, status: 200, want: "list"},
		"a form sent to an older name":     {method: "POST", path: "/send", header: [2]string{"Accept", "text/html"}, status: 200, want: "send"},
		"a page":                           {method: "GET", path: "/album/7", status: 200, want: page},
		"a page is only read":              {method: "POST", path: "/album/7", status: 405, allow: "GET, HEAD"},
		"a page with a malformed query":    {method: "GET", path: "/album/7?q=%00", status: 200, want: page},
		"an alias with a malformed query":  {method: "GET", path: "/songs?q=%zz", header: [2]string{"Accept", "text/html"}, status: 200, want: page},
		"a list with a malformed query":    {method: "GET", path: "/api/songs?q=%00", status: 400},
		"no list with a malformed query":   {method: "GET", path: "/api/albums?q=%ff", status: 400},
		"an older name, malformed query":   {method: "GET", path: "/songs?q=%zz", status: 400},
		"metrics with a malformed query":   {method: "GET", path: "/metrics?q=%00", status: 400},
		"a post with a malformed query":    {method: "POST", path: "/album/7?q=%00", status: 400},
		"the first page":                   {method: "GET", path: "/", status: 200, want: page},
		"what only begins like the prefix": {method: "GET", path: "/apis", status: 200, want: page},
		"what is not in the document":      {method: "GET", path: "/metrics", status: 200, want: "metrics"},
		"a method in a header":             {method: "POST", path: "/api/uploads/7", header: [2]string{"X-HTTP-Method-Override", "PATCH"}, status: 200, want: "continue 7"},
		"a method the path has not":        {method: "POST", path: "/api/uploads/7", header: [2]string{"X-HTTP-Method-Override", "DELETE"}, status: 405, allow: "HEAD, PATCH"},
		"a method nobody may name":         {method: "POST", path: "/api/uploads/7", header: [2]string{"X-HTTP-Method-Override", "GET"}, status: 405, allow: "HEAD, PATCH"},
		"a path that takes none":           {method: "POST", path: "/api/songs/7", header: [2]string{"X-HTTP-Method-Override", "DELETE"}, status: 405, allow: "GET, HEAD, PUT, DELETE"},
		"a method in the header of a GET":  {method: "GET", path: "/api/uploads/7", header: [2]string{"X-HTTP-Method-Override", "PATCH"}, status: 405, allow: "HEAD, PATCH"},
	} {
		t.Run(name, func(t *testing.T) {
			r := httptest.NewRequest(c.method, c.path, http.NoBody)
			if c.header[0] != "" {
				r.Header.Set(c.header[0], c.header[1])
			}
			w := httptest.NewRecorder()
			routed().Handler().ServeHTTP(w, r)
			if w.Code != c.status || c.want != "" && w.Body.String() != c.want || w.Header().Get("Allow") != c.allow {
				t.Errorf("%d %s, allowed %q; want %d %s, %q", w.Code, w.Body, w.Header().Get("Allow"), c.status, c.want, c.allow)
			}
			if c.status >= 400 && c.method != http.MethodHead && !strings.HasPrefix(w.Body.String(), `{"code":"`) {
				t.Errorf("the error is %s", w.Body)
			}
		})
	}
}

// TestResolve checks that the middleware treats a request by the route that
// answers it, whatever the spelling.
func TestResolve(t *testing.T) {
	e := New(Config{Prefixes: []string{"/api/"}})
	none := func(http.ResponseWriter, *http.Request) error { return nil }
	Raw(e, "/api/songs/{id}", "song", "", Anyone, none, "", Throttled(Free))
	RawMethod(e, "PUT", "/api/songs/{id}", "change", "", Person, none, "", Header("Accept-Patch", "text/plain"))
	for name, c := range map[string]struct {
		method, path, want string
		shared             bool // what the methods of a path have in common is known
	}{
		"as it is":          {"GET", "/api/songs/7", "song", true},
		"with a slash":      {"GET", "/api/songs/7/", "song", true},
		"headers alone":     {"HEAD", "/api/songs/7", "song", true},
		"another method":    {"PUT", "/api/songs/7", "change", true},
		"a method it lacks": {"DELETE", "/api/songs/7", "", true},
		"no such path":      {"GET", "/api/albums/7", "", false},
		"a page":            {"GET", "/songs/7", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			route, common := e.resolve(httptest.NewRequest(c.method, c.path, http.NoBody))
			if route.OperationID != c.want || (common != nil) != c.shared {
				t.Errorf("%q, in common %v", route.OperationID, common)
			}
			if common != nil && (common.header.Get("Accept-Patch") == "" || !common.noStore) {
				t.Errorf("in common %+v", common)
			}
		})
	}
}

// TestFirstRequests sends the first requests of an operation, and asks for the
// document, all at the same time.
func TestFirstRequests(t *testing.T) {
	e := routed()
	type song struct {
		Title string `json:"title" minLength:"2"`
	}
	Post(e, "/api/songs/rename", "rename", "Rename", Anyone, func(_ context.Context, in *struct{ Body song }) (*Body[song], error) {
		return &Body[song]{Body: in.Body}, nil
	})
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for _, title := range []string{"Blue", "B"} {
				r := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/api/songs/rename", strings.NewReader(`{"title":"`+title+`"}`))
				r.Header.Set("Content-Type", "application/json")
				w := httptest.NewRecorder()
				e.Handler().ServeHTTP(w, r)
				if want := map[string]int{"Blue": 200, "B": 400}[title]; w.Code != want {
					t.Errorf("the title %s got %d, want %d: %s", title, w.Code, want, w.Body)
				}
			}
		})
		all.Go(func() {
			if e.Document().Paths["/api/songs/rename"].Post == nil {
				t.Error("the document lacks the operation")
			}
		})
	}
	all.Wait()
}

// TestRefusedBeforeTheHandler sends texts and versions to operations that take
// neither, and to none.
func TestRefusedBeforeTheHandler(t *testing.T) {
	h := routed().Handler()
	for _, c := range []struct {
		method, path, body string
		ifMatch            []string
		status             int
	}{
		{"POST", "/api/songs", "text", nil, http.StatusUnsupportedMediaType},
		{"POST", "/api/albums", "text", nil, http.StatusNotFound},
		{"DELETE", "/api/songs", "text", nil, http.StatusMethodNotAllowed},
		{"PUT", "/api/songs/7", "", []string{`"7"`}, http.StatusPreconditionFailed},
		{"PUT", "/api/songs/7", "", []string{`W/"1x0c9d"`}, http.StatusPreconditionFailed},
		{"DELETE", "/api/songs/7", "", []string{`"7"`}, http.StatusPreconditionFailed},
		{"PUT", "/api/songs/7", "", []string{""}, http.StatusPreconditionFailed},
		{"PUT", "/api/songs/7", "", []string{"", `"7"`}, http.StatusPreconditionFailed},
		{"PUT", "/api/songs/7", "", []string{"*"}, http.StatusOK},
		{"GET", "/api/songs/7", "", []string{`"7"`}, http.StatusOK},
		{"PUT", "/api/albums/7", "", []string{`"7"`}, http.StatusNotFound},
		{"DELETE", "/api/songs", "", []string{`"7"`}, http.StatusMethodNotAllowed},
	} {
		r := httptest.NewRequest(c.method, c.path, strings.NewReader(c.body))
		if c.ifMatch != nil {
			r.Header["If-Match"] = c.ifMatch
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != c.status {
			t.Errorf("%s %s %q %s: %d %s, want %d", c.method, c.path, c.body, c.ifMatch, w.Code, w.Body, c.status)
		}
	}
}
