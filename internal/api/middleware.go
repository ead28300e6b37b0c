package api

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"path"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"sonora/internal/auth"
	"sonora/internal/music"
)

const (
	maxJSONBody   = 1 << 20
	answerTimeout = 60 * time.Second // for everything but streams, which lift it
)

// Handler returns the whole edge with what every request passes through.
func (a *API) Handler() http.Handler {
	var h http.Handler = a.mux
	h = a.compress(h)
	h = a.identify(h)
	h = a.allowOrigins(h)
	h = a.straighten(h)
	h = a.protect(h)
	return a.observe(h)
}

// observe gives the request its id and its client's address, bounds its time
// and its body, logs it and turns a panic into an answer.
func (a *API) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id := music.NewID()
		client := a.clientOf(r)
		ctx := context.WithValue(r.Context(), requestKey, &request{id: id, client: client, secure: a.secure(r)})
		ctx = auth.WithDevice(ctx, auth.Device{UserAgent: r.UserAgent(), Address: client})
		ctx = music.WithLanguage(ctx, preferredLanguage(r))
		began := a.now()
		a.setDeadline(w, began.Add(answerTimeout))
		a.allowMoving(w, r)
		w.Header().Set("X-Request-Id", id)
		seen := &recorder{ResponseWriter: w}
		body := r.Body
		r = r.WithContext(ctx)
		r.Body = http.MaxBytesReader(w, body, a.bodyLimit(r))
		defer func() {
			if fault := recover(); fault != nil {
				if fault == http.ErrAbortHandler { //nolint:errorlint // the sentinel itself is what net/http looks for
					panic(fault)
				}
				a.fail(seen, r, fault)
			}
			if seen.status == http.StatusRequestEntityTooLarge {
				a.swallow(r, body)
			}
			if a.log.Enabled(ctx, slog.LevelDebug) {
				a.log.DebugContext(ctx, "request", "request", id, "method", r.Method, "path", r.URL.Path, "status", seen.status,
					"bytes", seen.bytes, "client", clientOf(ctx), "took", a.now().Sub(began))
			}
		}()
		next.ServeHTTP(seen, r)
	})
}

// fail answers a request whose handler panicked. An answer that has begun is
// cut off, so that nobody takes it for a whole one.
func (a *API) fail(w *recorder, r *http.Request, fault any) {
	p := a.problem(r.Context(), fmt.Errorf("panic: %v\n%s", fault, debug.Stack()))
	if w.status != 0 {
		panic(http.ErrAbortHandler)
	}
	a.writeJSON(w, r, p.status, p)
}

// swallow reads what is left of a body that was refused: a client that is
// still sending would otherwise see a broken connection instead of the answer.
func (a *API) swallow(r *http.Request, body io.Reader) {
	if r.Header.Get("Expect") != "" {
		return // it waits for leave to send
	}
	most := int64(a.settings.Get().MaxRequestSize) << 21 // twice that many MB
	if _, err := io.CopyN(io.Discard, body, most); err != nil && !errors.Is(err, io.EOF) {
		a.log.Debug("body not read", "request", requestID(r.Context()), "error", err)
	}
}

// recorder notes how a request was answered. It keeps the way open for
// sendfile and for http.ResponseController.
type recorder struct {
	http.ResponseWriter
	status int // 0 until the answer begins
	bytes  int64
}

func (w *recorder) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	return n, err
}

// ReadFrom implements io.ReaderFrom.
func (w *recorder) ReadFrom(src io.Reader) (int64, error) {
	if w.status == 0 {
		w.status = http.StatusOK
	}
	n, err := io.Copy(w.ResponseWriter, src)
	w.bytes += n
	return n, err
}

// Unwrap is for http.ResponseController.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// setDeadline bounds reading the request and writing the answer. Writers that
// know no deadlines, as in tests, have none.
func (a *API) setDeadline(w http.ResponseWriter, at time.Time) {
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(at)
	_ = control.SetWriteDeadline(at)
}

// request is what is known of a request before anybody looks at it.
type request struct {
	id     string
	client string // address
	secure bool   // the person's connection is encrypted
}

func requestOf(ctx context.Context) *request {
	if r, ok := ctx.Value(requestKey).(*request); ok {
		return r
	}
	return &request{}
}

func requestID(ctx context.Context) string { return requestOf(ctx).id }

// clientOf is the address a request comes from.
func clientOf(ctx context.Context) string { return requestOf(ctx).client }

// clientOf believes X-Forwarded-For only as far as trusted proxies wrote it:
// the last address that is not one of theirs.
func (a *API) clientOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	if !a.trusted(host) {
		return host
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for _, hop := range slices.Backward(hops) {
		address, ok := forwarded(strings.TrimSpace(hop))
		if !ok {
			break
		}
		if host = address; !a.trusted(host) {
			break
		}
	}
	return host
}

// forwarded reads an address as proxies write it, some with a port.
func forwarded(hop string) (address string, ok bool) {
	if with, err := netip.ParseAddrPort(hop); err == nil {
		return with.Addr().Unmap().String(), true
	}
	ip, err := netip.ParseAddr(hop)
	return ip.Unmap().String(), err == nil
}

func (a *API) trusted(host string) bool {
	address, err := netip.ParseAddr(host)
	return err == nil && slices.ContainsFunc(a.proxies, func(p netip.Prefix) bool { return p.Contains(address.Unmap()) })
}

// secure reports whether the person's connection is encrypted.
func (a *API) secure(r *http.Request) bool {
	host, _, _ := net.SplitHostPort(r.RemoteAddr)
	return r.TLS != nil || a.trusted(host) && r.Header.Get("X-Forwarded-Proto") == "https"
}

// contentPolicy lets pages load from this server only, and music from the
// buckets it is in. Nothing is inline.
func contentPolicy(c Config) string {
	buckets := ""
	if c.Places != nil && !c.ProxyBuckets {
		buckets = strings.Join(append([]string{""}, c.Places.Origins()...), " ")
	}
	return "default-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:" + buckets + "; connect-src 'self'" + buckets + "; worker-src 'self' blob:; " +
		"style-src 'self'; style-src-attr 'unsafe-inline'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
}

// protect sets what browsers need to know about every answer.
func (a *API) protect(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", a.policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), payment=(), microphone=(self)")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		if isTus(r.URL.Path) {
			h.Set("Tus-Resumable", tusVersion)
			override(r)
		}
		if isPersonal(r.URL.Path) {
			h.Set("Cache-Control", "no-store")
		}
		if requestOf(r.Context()).secure {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		if v := r.Header.Get("X-API-Version"); v == Version || v == "v1" {
			h.Set("X-API-Version", v)
		}
		next.ServeHTTP(w, r)
	})
}

// isPersonal reports whether answers are about one person, or let them in: no
// cache keeps them.
func isPersonal(p string) bool {
	for _, part := range []string{"/api/account/", "/api/auth/", "/api/user/", "/api/admin/", "/auth/"} {
		if strings.HasPrefix(p, part) {
			return true
		}
	}
	return false
}

// straighten refuses addresses nobody types and makes the two forms of a
// path, with and without a slash at its end, one. Nothing is redirected, so
// that a POST stays a POST.
func (a *API) straighten(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p := r.URL.Path
		trimmed := strings.TrimSuffix(p, "/")
		if trimmed == "" {
			trimmed = "/"
		}
		if !strings.HasPrefix(p, "/") || path.Clean(p) != trimmed || strings.ContainsFunc(p, crooked) || !utf8.ValidString(p) {
			a.writeProblem(w, r, music.ErrNotFound)
			return
		}
		query, err := url.ParseQuery(r.URL.RawQuery)
		if err != nil || !plain(query) {
			a.writeProblem(w, r, music.NewError(music.Invalid, "The address has a malformed query."))
			return
		}
		if r, forPage := a.canonical(w, r, trimmed); forPage {
			a.pages.ServeHTTP(w, r)
		} else {
			next.ServeHTTP(w, r)
		}
	})
}

// canonical gives the request the one path its operation has. Where a path
// is both a page of the web app and an older name of an operation, who asks
// for HTML gets the page.
func (a *API) canonical(w http.ResponseWriter, r *http.Request, trimmed string) (_ *http.Request, forPage bool) {
	target, alias := aliases[trimmed]
	if alias && !strings.HasPrefix(trimmed, "/api/") && isRead(r) {
		w.Header().Add("Vary", "Accept")
		if strings.Contains(r.Header.Get("Accept"), "text/html") {
			return r, true
		}
	}
	if !alias {
		target = trimmed
	}
	if target == r.URL.Path {
		return r, false
	}
	r = r.Clone(r.Context())
	r.URL.RawPath = strings.TrimSuffix(r.URL.RawPath, "/")
	if alias {
		r.URL.RawPath = ""
	}
	r.URL.Path = target
	return r, false
}

func isRead(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

func crooked(r rune) bool { return r == '\\' || unicode.IsControl(r) }

func plain(query url.Values) bool {
	for name, values := range query {
		for _, text := range append(values, name) {
			if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
				return false
			}
		}
	}
	return true
}

// exposed are the headers a page of another origin may read.
const exposed = "X-Total-Count, Link, X-Request-Id, Retry-After, Location, Tus-Resumable, Tus-Version, Tus-Max-Size, Tus-Extension, " +
	"Tus-Checksum-Algorithm, Upload-Offset, Upload-Length, Upload-Metadata, Upload-Expires"

// allowOrigins lets the pages of the operator's other sites call the API, and
// answers every preflight.
func (a *API) allowOrigins(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin := r.Header.Get("Origin")
		if origin != "" {
			w.Header().Add("Vary", "Origin")
		}
		if slices.Contains(a.settings.Get().AllowedOrigins, origin) {
			w.Header().Set("Access-Control-Allow-Origin", origin)
			w.Header().Set("Access-Control-Allow-Credentials", "true")
			w.Header().Set("Access-Control-Expose-Headers", exposed)
		}
		if r.Method != http.MethodOptions || r.Header.Get("Access-Control-Request-Method") == "" {
			next.ServeHTTP(w, r)
			return
		}
		if w.Header().Get("Access-Control-Allow-Origin") != "" {
			w.Header().Set("Access-Control-Allow-Methods", "GET, HEAD, POST, PUT, PATCH, DELETE")
			w.Header().Set("Access-Control-Allow-Headers", "authorization, content-type, x-api-version, tus-resumable, upload-length, upload-offset, upload-metadata, upload-checksum, x-http-method-override, x-request-id")
			w.Header().Set("Access-Control-Max-Age", "600")
		}
		w.WriteHeader(http.StatusNoContent)
	})
}

// identify finds out who asks and refuses what a cookie may not do, bodies
// of the wrong kind and clients that ask too often.
func (a *API) identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isAPI(r) {
			next.ServeHTTP(w, r)
			return
		}
		c := a.recognise(r)
		r = r.WithContext(context.WithValue(r.Context(), callerKey, c))
		if err := a.admit(r, c); err != nil {
			a.writeProblem(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// isAPI reports whether the path is an operation's and not the web app's.
func isAPI(r *http.Request) bool {
	p := r.URL.Path
	return p == "/api" || strings.HasPrefix(p, "/api/") || strings.HasPrefix(p, "/media/") || strings.HasPrefix(p, radioPath) || p == metricsPath
}

func (a *API) admit(r *http.Request, c caller) error {
	writes := !isRead(r) && r.Method != http.MethodOptions
	if writes && c.byCookie && !a.sameSite(r) {
		return music.ErrForbidden
	}
	if writes && r.ContentLength != 0 {
		if err := checkKind(r); err != nil {
			return err
		}
	}
	if r.ContentLength > a.bodyLimit(r) {
		return music.NewError(music.TooLarge, "Request body is too large.")
	}
	return a.throttle(r, c.viewer, writes)
}

// sameSite reports whether a page of this server, or of a site the operator
// named, sent the request. Other pages can make a browser send the cookie,
// but not say that they are ours.
func (a *API) sameSite(r *http.Request) bool {
	if from := r.Header.Get("Origin"); from == a.auth.PublicOrigin() || slices.Contains(a.settings.Get().AllowedOrigins, from) {
		return true
	}
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" {
		return site == "same-origin"
	}
	origin, err := url.Parse(r.Header.Get("Origin"))
	if err != nil || origin.Host == "" || origin.Host != r.Host {
		return false
	}
	return origin.Scheme == "https" || !requestOf(r.Context()).secure
}

// checkKind refuses bodies that no operation at the path takes.
func checkKind(r *http.Request) error {
	if known, err := uploadKind(r); known {
		return err
	}
	if r.URL.Path == unsubscribePath {
		return nil // mail programs send a form there, which says nothing
	}
	picture := isAvatarUpload(r) || isCoverUpload(r) || isPlaylistCover(r) || isStationLogo(r) || isPodcastCover(r) || isPlaylistImport(r) || isOPMLImport(r)
	switch {
	case picture && !isForm(r):
		return music.NewError(music.Unsupported, "Content-Type must be multipart/form-data.")
	case !picture && !isJSON(r):
		return music.NewError(music.Unsupported, "Content-Type must be application/json.")
	}
	return nil
}

func isJSON(r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	return err == nil && kind == "application/json"
}

// compress gzips JSON for who takes it. Sound and pictures are compressed
// already and pass through untouched, so the kernel can send them; so does
// what becomes a WebSocket.
func (a *API) compress(next http.Handler) http.Handler {
	writers := &sync.Pool{New: func() any {
		w, err := gzip.NewWriterLevel(io.Discard, gzip.BestSpeed)
		if err != nil {
			panic(err) // the level is a constant
		}
		return w
	}}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isAPI(r) || isMedia(r.URL.Path) || r.Header.Get("Upgrade") != "" || !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		g := &gzipWriter{ResponseWriter: w, pool: writers}
		defer g.close()
		next.ServeHTTP(g, r)
	})
}

// gzipWriter decides with the first bytes: JSON of some size is compressed.
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

// ReadFrom keeps the way open for sendfile.
func (g *gzipWriter) ReadFrom(src io.Reader) (int64, error) {
	g.decide(0)
	if g.gz != nil {
		return io.Copy(g.gz, src)
	}
	return io.Copy(g.ResponseWriter, src)
}

// FlushError implements what http.ResponseController looks for.
func (g *gzipWriter) FlushError() error {
	g.decide(0)
	return http.NewResponseController(g.ResponseWriter).Flush()
}

func (g *gzipWriter) Unwrap() http.ResponseWriter { return g.ResponseWriter }

func (g *gzipWriter) decide(size int) {
	if g.decided {
		return
	}
	g.decided = true
	h := g.Header()
	if size >= worthCompressing && h.Get("Content-Type") == "application/json" && h.Get("Content-Encoding") == "" {
		h.Set("Content-Encoding", "gzip")
		h.Add("Vary", "Accept-Encoding")
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
		_ = g.gz.Close() // the client has gone when this fails
		g.pool.Put(g.gz)
	}
}
