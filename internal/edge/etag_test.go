package edge

import (
	"compress/gzip"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"sonora/internal/music"
)

// cached is an edge with a long list, which changes when its query says so.
func cached() http.Handler {
	e := New(Config{Callers: everybody{}, Settings: everybody{}, Log: slog.New(slog.DiscardHandler), Prefixes: []string{"/api/"}, Pages: http.NotFoundHandler()})
	type input struct {
		Paging
		Text string `query:"text"`
	}
	list := func(_ context.Context, in *input) (*PageOf[string], error) {
		if in.Text == "none" {
			return nil, music.ErrNotFound
		}
		items := music.List[string]{Items: []string{in.Text, strings.Repeat("long ", 1000)}, Total: 2}
		return Answer(&in.Paging, items, func(s *string) string { return *s }), nil
	}
	change := func(context.Context, *struct{}) (*Body[Detail], error) { return Say("Done.") }
	Get(e, "/api/list", "list", "", Anyone, list)
	Get(e, "/api/secret", "secret", "", Anyone, list, NoStore)
	Post(e, "/api/list", "change", "", Anyone, change)
	return e.Handler()
}

func askCached(method, path string, header ...string) *http.Response {
	r := httptest.NewRequest(method, path, http.NoBody)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	cached().ServeHTTP(w, r)
	return w.Result()
}

func bodyOf(t *testing.T, r *http.Response) string {
	t.Helper()
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// TestUnchangedListIsNotSentAgain sends the ETag of a list back as clients and
// proxies write it.
func TestUnchangedListIsNotSentAgain(t *testing.T) {
	first := askCached("GET", "/api/list?text=a")
	etag, body := first.Header.Get("ETag"), bodyOf(t, first)
	if !strings.HasPrefix(etag, `W/"`) || first.StatusCode != http.StatusOK || !strings.Contains(body, "long") {
		t.Fatalf("%d, ETag %s, %d bytes", first.StatusCode, etag, len(body))
	}
	small := askCached("GET", "/api/list?text=a", "Accept-Encoding", "gzip")
	unzipped, err := gzip.NewReader(small.Body)
	if err != nil || small.Header.Get("ETag") != etag {
		t.Fatalf("compressed: ETag %s, want %s, %v", small.Header.Get("ETag"), etag, err)
	}
	if same, err := io.ReadAll(unzipped); err != nil || string(same) != body {
		t.Errorf("compressed: %d bytes, want %d, %v", len(same), len(body), err)
	}
	for name, c := range map[string]struct {
		method, path, known string
		status              int
	}{
		"the same":              {"GET", "/api/list?text=a", etag, 304},
		"without W/":            {"GET", "/api/list?text=a", strings.TrimPrefix(etag, "W/"), 304},
		"one of several":        {"GET", "/api/list?text=a", `"x", ` + etag + `,"y"`, 304},
		"any":                   {"GET", "/api/list?text=a", "*", 304},
		"the headers alone":     {"HEAD", "/api/list?text=a", etag, 304},
		"behind a slash":        {"GET", "/api/list/?text=a", etag, 304},
		"a list that changed":   {"GET", "/api/list?text=b", etag, 200},
		"another tag":           {"GET", "/api/list?text=a", `W/"x"`, 200},
		"a part of the tag":     {"GET", "/api/list?text=a", etag[:len(etag)-2], 200},
		"what there is not":     {"GET", "/api/list?text=none", "*", 404},
		"what is not a read":    {"POST", "/api/list", "*", 200},
		"what may not be asked": {"GET", "/api/list?limit=x", "*", 400},
	} {
		for _, encoding := range []string{"", "gzip"} {
			r := askCached(c.method, c.path, "If-None-Match", c.known, "Accept-Encoding", encoding)
			got := bodyOf(t, r)
			if r.StatusCode != c.status || c.status == 304 && (got != "" || r.Header.Get("ETag") != etag || r.Header.Get("X-Total-Count") != "2" || r.Header.Get("Content-Type") != "") {
				t.Errorf("%s, encoding %q: %d %.50q %v, want %d", name, encoding, r.StatusCode, got, r.Header, c.status)
			}
		}
	}
}

// TestCaching says for each kind of response which caches may store it, and on
// what it depends.
func TestCaching(t *testing.T) {
	const caller = "Accept-Encoding, Accept-Language, Authorization, Cookie, Origin"
	for name, c := range map[string]struct{ method, path, caching, vary string }{
		"a list":          {"GET", "/api/list", "private, no-cache", caller},
		"a secret":        {"GET", "/api/secret", "no-store", caller},
		"a change":        {"POST", "/api/list", "no-store", caller},
		"an error":        {"GET", "/api/list?text=none", "no-store", caller},
		"a wrong query":   {"GET", "/api/list?limit=x", "no-store", caller},
		"no operation":    {"GET", "/api/nothing", "no-store", "Origin"},
		"a wrong method":  {"PUT", "/api/list", "no-store", "Origin"},
		"a wrong address": {"GET", "/api/%00", "no-store", "Origin"},
	} {
		h := askCached(c.method, c.path, "Accept-Encoding", "gzip").Header
		if caching, vary := strings.Join(h.Values("Cache-Control"), ", "), strings.Join(h.Values("Vary"), ", "); caching != c.caching || vary != c.vary {
			t.Errorf("%s: Cache-Control %q, Vary %q; want %q, %q", name, caching, vary, c.caching, c.vary)
		}
	}
}
