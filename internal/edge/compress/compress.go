// Package compress compresses the responses of an API.
package compress

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/klauspost/compress/gzip"
)

// documents are the types of what is compressed.
var documents = []string{"application/json", "text/xml; charset=utf-8", "application/javascript; charset=utf-8"}

// Documents compresses documents for clients that accept gzip, in responses to requests
// that wanted selects. Everything else passes through as it is, so that the kernel can
// send files directly, and so do WebSockets.
func Documents(next http.Handler, wanted func(*http.Request) bool) http.Handler {
	writers := &sync.Pool{New: func() any {
		w, err := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed)
		if err != nil {
			panic(err) // the level is a constant
		}
		return w
	}}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Upgrade") != "" || !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") || !wanted(r) {
			next.ServeHTTP(w, r)
			return
		}
		g := &gzipWriter{ResponseWriter: w, pool: writers}
		defer g.close()
		next.ServeHTTP(g, r)
	})
}

// gzipWriter decides at the first bytes whether to compress: only documents above a
// minimum size.
type gzipWriter struct {
	http.ResponseWriter
	pool    *sync.Pool
	gz      *gzip.Writer
	decided bool
	status  int
}

const worthCompressing = 1000

func (g *gzipWriter) WriteHeader(status int) { g.status = status }

func (g *gzipWriter) Write(p []byte) (int, error) {
	g.decide(len(p))
	if g.gz != nil {
		return g.gz.Write(p)
	}
	return g.ResponseWriter.Write(p)
}

// ReadFrom implements io.ReaderFrom, for sendfile.
func (g *gzipWriter) ReadFrom(src io.Reader) (int64, error) {
	g.decide(0)
	if g.gz != nil {
		return io.Copy(g.gz, src)
	}
	return io.Copy(g.ResponseWriter, src)
}

// FlushError implements the interface of http.ResponseController.
func (g *gzipWriter) FlushError() error {
	g.decide(0)
	return http.NewResponseController(g.ResponseWriter).Flush()
}

// Unwrap implements the interface of http.ResponseController.
func (g *gzipWriter) Unwrap() http.ResponseWriter { return g.ResponseWriter }

func (g *gzipWriter) decide(size int) {
	if g.decided {
		return
	}
	g.decided = true
	h := g.Header()
	if size >= worthCompressing && slices.Contains(documents, h.Get("Content-Type")) && h.Get("Content-Encoding") == "" {
		h.Set("Content-Encoding", "gzip")
		h.Del("Content-Length")
		g.gz = g.pool.Get().(*gzip.Writer) //nolint:forcetypeassert // the pool holds nothing else
		g.gz.Reset(g.ResponseWriter)
	}
	if g.status != 0 {
		g.ResponseWriter.WriteHeader(g.status)
	}
}

func (g *gzipWriter) close() {
	g.decide(0)
	if g.gz != nil {
		_ = g.gz.Close() // it fails only if the client is gone
		g.pool.Put(g.gz)
	}
}
