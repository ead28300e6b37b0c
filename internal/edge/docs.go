package edge

import (
	"bytes"
	"compress/gzip"
	"embed"
	"html"
	"io"
	"net/http"
	"strings"
	"time"

	"sonora/internal/music"
)

// docsFiles hold the page of the documentation and Scalar, the reference that it
// shows. scripts/reference.sh replaces Scalar with another version.
//
//go:embed docs
var docsFiles embed.FS

// reference is the name of Scalar's script. It has the version in it, so that
// browsers may keep it forever.
const reference = "scalar-1.72.1.js"

// docsPolicy is the Content-Security-Policy of the page. Scalar writes its styles
// into the page; its script may neither come from elsewhere nor use eval.
const docsPolicy = "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; font-src 'self' data:; " +
	"media-src 'self' blob:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// ServeDocument serves the OpenAPI document, and a page to read it and try it out,
// below a path.
func (e *Edge) ServeDocument(path string) {
	e.Handle("GET "+path+"/openapi.json", e.document)
	e.Handle("GET "+path+"/docs", e.docsFile("page.html", "text/html; charset=utf-8"), Header("Content-Security-Policy", docsPolicy))
	e.Handle("GET "+path+"/docs/start.js", e.docsFile("start.js", "text/javascript; charset=utf-8"), Throttled(Free))
	e.Handle("GET "+path+"/docs/"+reference, e.docsReference, Throttled(Free))
}

// docsFile returns a handler of a file of the documentation, with the site's name.
func (e *Edge) docsFile(name, kind string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		file, err := docsFiles.ReadFile("docs/" + name)
		if err != nil {
			e.WriteProblem(w, r, err)
			return
		}
		w.Header().Set("Content-Type", kind)
		w.Header().Set("Cache-Control", "no-cache")
		file = bytes.ReplaceAll(file, []byte(music.ProductName), []byte(html.EscapeString(e.Settings.Get().SiteName)))
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(file))
	}
}

// docsReference serves Scalar, which is compressed in the binary.
func (e *Edge) docsReference(w http.ResponseWriter, r *http.Request) {
	packed, err := docsFiles.ReadFile("docs/" + reference + ".gz")
	if err != nil {
		e.WriteProblem(w, r, err)
		return
	}
	h := w.Header()
	h.Set("Content-Type", "text/javascript; charset=utf-8")
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Add("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(packed))
		return
	}
	plain, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		e.WriteProblem(w, r, err)
		return
	}
	_, _ = io.Copy(w, plain) // the client may be gone
}
