package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"

	"sonora/internal/music"
)

func sonora() Site { return usual }

func TestHandler(t *testing.T) {
	h, err := newHandler(fstest.MapFS{
		"index.html":          {Data: []byte("<!doctype html><title>Sonora</title>")},
		"assets/app-1a2b.js":  {Data: []byte(strings.Repeat("console.info('hello');", 100))},
		"assets/font.woff2":   {Data: []byte("font")},
		"icon.svg":            {Data: []byte("<svg/>")},
		".gitkeep":            {},
		".vite/manifest.json": {Data: []byte("no")},
	}, sonora)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path, accept         string
		status               int
		kind, caching, holds string
	}{
		{"/", "text/html", 200, "text/html", "no-cache", "<title>"},
		{"/admin/radios", "text/html", 200, "text/html", "no-cache", "<title>"},
		{"/a.b", "text/html", 200, "text/html", "no-cache", "<title>"},
		{"/assets/app-1a2b.js", "*/*", 200, "text/javascript", "immutable", "hello"},
		{"/assets/font.woff2", "*/*", 200, "font/woff2", "immutable", "font"},
		{"/assets/app-gone.js", "*/*", 404, "application/json", "", "Not found."},
		{"/.vite/manifest.json", "*/*", 404, "application/json", "", "Not found."},
		{"/index.html", "text/html", 200, "text/html", "no-cache", "<title>"},
		{"/icon.svg", "image/*", 200, "image/svg", "no-cache", "<svg"},
	} {
		r := httptest.NewRequest(http.MethodGet, c.path, http.NoBody)
		r.Header.Set("Accept", c.accept)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		got := w.Result()
		if got.StatusCode != c.status || !strings.Contains(got.Header.Get("Content-Type"), c.kind) ||
			!strings.Contains(got.Header.Get("Cache-Control"), c.caching) || !strings.Contains(w.Body.String(), c.holds) {
			t.Errorf("%s: %d %v %.40q", c.path, got.StatusCode, got.Header, w.Body)
		}
	}
}

func TestCompressionAndRevalidation(t *testing.T) {
	h, err := newHandler(fstest.MapFS{"index.html": {Data: []byte(strings.Repeat("<p>text</p>", 100))}}, sonora)
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, "/", http.NoBody)
	r.Header.Set("Accept-Encoding", "gzip, br")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Header().Get("Content-Encoding") != "gzip" || w.Body.Len() >= 1100 {
		t.Errorf("not compressed: %v, %d bytes", w.Header(), w.Body.Len())
	}
	r.Header.Set("If-None-Match", w.Header().Get("ETag"))
	w = httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if w.Code != http.StatusNotModified || w.Body.Len() != 0 {
		t.Errorf("asked again: %d, %d bytes", w.Code, w.Body.Len())
	}
}

func TestBrotliOfTheBuild(t *testing.T) {
	const plain, small = "console.info('hello');", "the build compressed it"
	h, err := newHandler(fstest.MapFS{
		"index.html":            {Data: []byte("<!doctype html>")},
		"assets/app-1a2b.js":    {Data: []byte(plain)},
		"assets/app-1a2b.js.br": {Data: []byte(small)},
	}, sonora)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ path, accepted, encoding, body string }{
		{"/assets/app-1a2b.js", "gzip, deflate, br, zstd", "br", small},
		{"/assets/app-1a2b.js", "gzip, br;q=0", "", plain}, // gzip would make it longer
		{"/assets/app-1a2b.js", "", "", plain},
		{"/assets/app-1a2b.js.br", "br", "", `{"code":"not_found","detail":"Not found."}`},
	} {
		r := httptest.NewRequest(http.MethodGet, c.path, http.NoBody)
		r.Header.Set("Accept-Encoding", c.accepted)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if got := w.Header().Get("Content-Encoding"); got != c.encoding || w.Body.String() != c.body {
			t.Errorf("%s for %q: %q %q", c.path, c.accepted, got, w.Body)
		}
		if c.encoding == "br" && !strings.HasPrefix(w.Header().Get("Content-Type"), "text/javascript") {
			t.Errorf("brotli of a script is sent as %q", w.Header().Get("Content-Type"))
		}
	}
}

func TestUnbuiltAppExplainsHowToBuild(t *testing.T) {
	h, err := newHandler(fstest.MapFS{".gitkeep": {}}, sonora)
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/library", http.NoBody))
	if !strings.Contains(w.Body.String(), "make build") {
		t.Errorf("got %q", w.Body)
	}
}

func TestPageHasTheNameOfTheSite(t *testing.T) {
	const page = `<title>Sonora | Music</title><meta content="Sonora"><!-- end of head --><div id="first">Sonora is a music server.</div>`
	name := "Sonora"
	site := func() Site { return Site{Name: name} }
	h, err := newHandler(fstest.MapFS{"index.html": {Data: []byte(page)}, "embed.html": {Data: []byte("Sonora")}}, site)
	if err != nil {
		t.Fatal(err)
	}
	get := func(etag string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, "/library", http.NoBody)
		r.Header.Set("If-None-Match", etag)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	first := get("")
	if first.Body.String() != page {
		t.Errorf("default name: %s", first.Body)
	}
	for _, c := range []struct{ name, shown string }{
		{"Casa", "Casa"},
		{`<script>"Sonora"`, "&lt;script&gt;&#34;Sonora&#34;"},
		{"Sonora", "Sonora"},
	} {
		before := get("").Header().Get("ETag")
		name = c.name
		after := get(before)
		if want := strings.ReplaceAll(page, "Sonora", c.shown); after.Code != http.StatusOK || after.Body.String() != want {
			t.Errorf("%s: %d %s", c.name, after.Code, after.Body)
		}
		if again := get(after.Header().Get("ETag")); again.Code != http.StatusNotModified {
			t.Errorf("%s, again: %d", c.name, again.Code)
		}
	}
	if etag := get("").Header().Get("ETag"); etag != first.Header().Get("ETag") {
		t.Errorf("the old name has another ETag: %s", etag)
	}
	name = "Casa"
	w := httptest.NewRecorder()
	h.ServeHead(w, httptest.NewRequest(http.MethodGet, "/s/1", http.NoBody), http.StatusOK, "<title>Song</title>")
	if got := w.Body.String(); !strings.Contains(got, "<title>Song</title>") || !strings.Contains(got, "Casa is a music server.") {
		t.Errorf("page of a link: %s", got)
	}
}

func TestMissingFilesInTheLanguageOfTheRequest(t *testing.T) {
	h, err := newHandler(fstest.MapFS{"index.html": {}}, sonora)
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(music.WithLanguage(t.Context(), "es"), http.MethodGet, "/assets/gone.js", http.NoBody))
	if w.Code != http.StatusNotFound || w.Body.String() != `{"code":"not_found","detail":"No encontrado."}` {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// TestManifestAndEmbedHaveTheNameOfTheSite has a name with characters that mean
// something in JSON and HTML.
func TestManifestAndEmbedHaveTheNameOfTheSite(t *testing.T) {
	name := "Sonora"
	h, err := newHandler(fstest.MapFS{
		"index.html": {}, "embed.html": {Data: []byte("<title>Sonora</title>")}, "manifest.webmanifest": {Data: []byte(`{"name":"Sonora"}`)},
	}, func() Site { return Site{Name: name} })
	if err != nil {
		t.Fatal(err)
	}
	for _, serve := range []struct {
		path string
		with http.HandlerFunc
		want string
	}{
		{"/manifest.webmanifest", h.ServeHTTP, `{"name":"\"A\\\u003cb\u003e"}`},
		{"/embed/1", h.ServeEmbed, `<title>&#34;A\&lt;b&gt;</title>`},
	} {
		get := func(etag string) *httptest.ResponseRecorder {
			r := httptest.NewRequest(http.MethodGet, serve.path, http.NoBody)
			r.Header.Set("If-None-Match", etag)
			w := httptest.NewRecorder()
			serve.with(w, r)
			return w
		}
		name = "Sonora"
		before := get("")
		name = `"A\<b>`
		after := get(before.Header().Get("ETag"))
		if after.Code != http.StatusOK || after.Body.String() != serve.want || after.Header().Get("Content-Type") != before.Header().Get("Content-Type") {
			t.Errorf("%s: %d %v %s", serve.path, after.Code, after.Header(), after.Body)
		}
		if again := get(after.Header().Get("ETag")); again.Code != http.StatusNotModified {
			t.Errorf("%s, again: %d", serve.path, again.Code)
		}
	}
}

// TestPageHasTheDescriptionOfTheSite describes a site, in the page and in the
// manifest of the installed app.
func TestPageHasTheDescriptionOfTheSite(t *testing.T) {
	const page = `<title>Sonora | Professional Music Platform</title><meta name="description" content="Professional Music Platform" />`
	const manifest = `{"name": "Sonora", "description": "Professional Music Platform"}`
	site := Site{"Casa", `Sonora of "our" house`}
	h, err := newHandler(fstest.MapFS{"index.html": {Data: []byte(page)}, "manifest.webmanifest": {Data: []byte(manifest)}}, func() Site { return site })
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"/":          `<title>Casa | Professional Music Platform</title><meta name="description" content="Sonora of &#34;our&#34; house" />`,
		manifestPath: `{"name": "Casa", "description": "Sonora of \"our\" house"}`,
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, http.NoBody))
		if w.Body.String() != want {
			t.Errorf("%s: %s", path, w.Body)
		}
	}
}
