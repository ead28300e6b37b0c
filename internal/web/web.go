// Package web serves the built web app, which is inside the binary.
package web

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"embed"
	"encoding/json"
	"fmt"
	"html"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/zeebo/xxh3"

	"sonora/internal/music"
	"sonora/internal/words"
)

// The build writes to dist. In a checkout that was not built, dist contains
// only .gitkeep.
//
//go:embed all:dist
var dist embed.FS

const notBuilt = "The web app is not in this binary. Build it with: make build\n"

// Handler serves the app's files, and its single page for every other path,
// because the app does its own routing.
type Handler struct {
	files    map[string]*file // by path, such as /assets/app-1a2b.js
	page     named
	embed    named // the page of the embedded player
	manifest named // of the installed app
	site     func() Site
}

// Site is what the operator calls the site and says about it.
type Site struct{ Name, Description string }

var usual = Site{music.ProductName, music.DefaultSettings().SiteDescription}

// named is a file with the name and the description of the site in place of the
// product's.
type named struct {
	built *file                    // as it was built; nil if it was not
	quote func(text string) string // writes a text as this kind of file needs it

	mu   sync.Mutex
	site Site
	made *file // of this site
}

const manifestPath = "/manifest.webmanifest"

type file struct {
	kind    string
	forever bool                     // the name changes with the content
	content func() (*content, error) // read on first use
	brotli  func() ([]byte, error)   // the build compressed it; nil if it did not
}

type content struct {
	plain   []byte
	gzipped func() []byte // created on first use; nil if compression saves nothing
	etag    string
}

// New returns a Handler for the embedded app. site returns what the operator
// chose, which the page shows before the app has loaded, and to programs that
// read only the page.
func New(site func() Site) (*Handler, error) {
	built, err := fs.Sub(dist, "dist")
	if err != nil {
		return nil, err
	}
	return newHandler(built, site)
}

func newHandler(built fs.FS, site func() Site) (*Handler, error) {
	h := &Handler{files: map[string]*file{}, site: site}
	err := fs.WalkDir(built, ".", func(name string, entry fs.DirEntry, err error) error {
		hidden := name != "." && strings.HasPrefix(path.Base(name), ".")
		if entry != nil && entry.IsDir() && hidden {
			return fs.SkipDir // metadata of the build
		}
		if err != nil || entry.IsDir() || hidden {
			return err
		}
		h.files["/"+name] = newFile(name, func() ([]byte, error) { return fs.ReadFile(built, name) })
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list the web app: %w", err)
	}
	for name, compressed := range h.files {
		if plain := h.files[strings.TrimSuffix(name, ".br")]; plain != nil && plain != compressed {
			plain.brotli = sync.OnceValues(func() ([]byte, error) { return fs.ReadFile(built, name[1:]) })
			delete(h.files, name)
		}
	}
	h.page.built = h.files["/index.html"]
	if h.page.built == nil {
		h.page.built = newFileOf("text/plain; charset=utf-8", false, func() ([]byte, error) { return []byte(notBuilt), nil })
	}
	h.embed.built = cmp.Or(h.files["/embed.html"], h.page.built)
	h.manifest.built = h.files[manifestPath]
	h.page.quote, h.embed.quote, h.manifest.quote = html.EscapeString, html.EscapeString, quoteJSON
	delete(h.files, "/index.html")
	delete(h.files, "/embed.html")
	delete(h.files, manifestPath)
	return h, nil
}

// kinds are the types of the app's files. Package mime knows most of them too,
// but reads the system's tables first, which takes several milliseconds.
var kinds = map[string]string{
	".css": "text/css; charset=utf-8", ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".txt": "text/plain; charset=utf-8",
	".ico": "image/vnd.microsoft.icon", ".jpg": "image/jpeg", ".png": "image/png", ".svg": "image/svg+xml", ".webp": "image/webp",
	".json": "application/json", ".webmanifest": "application/manifest+json", ".wasm": "application/wasm", ".woff2": "font/woff2",
}

func newFile(name string, read func() ([]byte, error)) *file {
	kind := kinds[path.Ext(name)]
	if kind == "" {
		kind = mime.TypeByExtension(path.Ext(name))
	}
	return newFileOf(kind, strings.HasPrefix(name, "assets/"), read)
}

func newFileOf(kind string, forever bool, read func() ([]byte, error)) *file {
	return &file{kind: kind, forever: forever, content: sync.OnceValues(func() (*content, error) {
		data, err := read()
		if err != nil {
			return nil, err
		}
		return &content{
			plain: data, gzipped: sync.OnceValue(func() []byte { return compressed(kind, data) }),
			etag: `"` + strconv.FormatUint(xxh3.Hash(data), 36) + `"`,
		}, nil
	})}
}

func compressed(kind string, data []byte) []byte {
	if !strings.HasPrefix(kind, "text/") && !strings.Contains(kind, "javascript") && !strings.Contains(kind, "json") && !strings.Contains(kind, "svg") {
		return nil
	}
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(data); err != nil || w.Close() != nil || out.Len() >= len(data) {
		return nil
	}
	return out.Bytes()
}

func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	f, ok := h.files[r.URL.Path]
	switch {
	case ok:
	case r.URL.Path == manifestPath && h.manifest.built != nil:
		f = h.manifest.with(h.site())
	case path.Ext(r.URL.Path) != "" && !strings.Contains(r.Header.Get("Accept"), "text/html"):
		notFound(w, r) // a missing script or picture, not a route
		return
	default:
		f = h.page.with(h.site())
	}
	f.serve(w, r)
}

// with returns the file of a site. A site without a description has the usual one.
func (n *named) with(s Site) *file {
	s.Description = cmp.Or(s.Description, usual.Description)
	if s == usual {
		return n.built
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.made == nil || n.site != s {
		n.site = s
		n.made = newFileOf(n.built.kind, false, func() ([]byte, error) {
			c, err := n.built.content()
			if err != nil {
				return nil, err
			}
			// The title names the kind of product; only descriptions have it alone.
			own := strings.NewReplacer(usual.Name, n.quote(s.Name), `"`+usual.Description+`"`, `"`+n.quote(s.Description)+`"`)
			return []byte(own.Replace(string(c.plain))), nil
		})
	}
	return n.made
}

// quoteJSON writes a text as the content of a JSON string.
func quoteJSON(text string) string {
	quoted, err := json.Marshal(text)
	if err != nil {
		return music.ProductName
	}
	return string(quoted[1 : len(quoted)-1])
}

// ServeEmbed serves the page of the embedded player.
func (h *Handler) ServeEmbed(w http.ResponseWriter, r *http.Request) {
	h.embed.with(h.site()).serve(w, r)
}

// ServeHead serves the app's page. head replaces the page's title and meta
// elements; "" leaves them.
func (h *Handler) ServeHead(w http.ResponseWriter, r *http.Request, status int, head string) {
	f := h.page.with(h.site())
	c, err := f.content()
	if err != nil {
		unreadable(w)
		return
	}
	page := c.plain
	before, rest, ok := bytes.Cut(page, []byte("<title>"))
	_, after, found := bytes.Cut(rest, []byte("<!-- end of head -->"))
	if head != "" && ok && found {
		page = slices.Concat(before, []byte(head), after)
	}
	header := w.Header()
	header.Set("Content-Type", f.kind)
	header.Set("Cache-Control", "no-cache")
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(page) // the client may be gone
	}
}

func (f *file) serve(w http.ResponseWriter, r *http.Request) {
	c, err := f.content()
	if err != nil {
		unreadable(w)
		return
	}
	header := w.Header()
	header.Set("Content-Type", f.kind)
	header.Set("Cache-Control", "no-cache")
	if f.forever {
		header.Set("Cache-Control", "public, max-age=31536000, immutable")
	}
	header.Add("Vary", "Accept-Encoding")
	data, encoding, err := f.encoded(c, r.Header.Get("Accept-Encoding"))
	if err != nil {
		unreadable(w)
		return
	}
	etag := c.etag
	if encoding != "" {
		header.Set("Content-Encoding", encoding)
		etag = strings.TrimSuffix(etag, `"`) + "-" + encoding + `"`
	}
	header.Set("ETag", etag)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(data))
}

// encoded returns the smallest form of the content that a client accepts, and
// its encoding.
func (f *file) encoded(c *content, accepted string) ([]byte, string, error) {
	if f.brotli != nil && accepts(accepted, "br") {
		data, err := f.brotli()
		return data, "br", err
	}
	if accepts(accepted, "gzip") {
		if data := c.gzipped(); data != nil {
			return data, "gzip", nil
		}
	}
	return c.plain, "", nil
}

// accepts reports whether an Accept-Encoding header lists an encoding. Browsers
// give no weights.
func accepts(header, encoding string) bool {
	for item := range strings.SplitSeq(header, ",") {
		if name, weight, _ := strings.Cut(item, ";"); strings.EqualFold(strings.TrimSpace(name), encoding) {
			return strings.TrimSpace(weight) != "q=0"
		}
	}
	return false
}

// unreadable reports an embedded file that cannot be read, which means that the
// build is broken.
func unreadable(w http.ResponseWriter) {
	http.Error(w, "The web app in this binary is broken. Build it again with: make build", http.StatusInternalServerError)
}

// notFound responds in the format of the API.
func notFound(w http.ResponseWriter, r *http.Request) {
	detail := words.Render(music.LanguageOf(r.Context()), music.ErrNotFound.Detail)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(http.StatusNotFound)
	if r.Method != http.MethodHead {
		_, _ = fmt.Fprintf(w, `{"code":"not_found","detail":"%s"}`, quoteJSON(detail)) // the client may be gone
	}
}
