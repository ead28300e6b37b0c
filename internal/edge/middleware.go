package edge

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"net/url"
	urlpath "path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sonora/internal/edge/etag"
	"sonora/internal/edge/query"
	"sonora/internal/ifmatch"
	"sonora/internal/maintenance"
	"sonora/internal/music"
)

// protect sets the security headers of every response.
func (e *Edge) protect(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", e.Policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		h.Set("Permissions-Policy", "camera=(), geolocation=(), payment=(), microphone=(self)")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		known := requestOf(r.Context())
		if known.path != nil {
			maps.Copy(h, known.path.header)
		}
		setCaching(h, r, known)
		if known.secure {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		if v := r.Header.Get("X-API-Version"); v == Version || v == "v1" {
			h.Set("X-API-Version", v)
		}
		next.ServeHTTP(w, r)
	})
}

// canonicalize refuses malformed URLs and rewrites the path to that of the
// operation, without a trailing slash. It does not redirect, so that a POST stays
// a POST.
func (e *Edge) canonicalize(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p, trimmed := r.URL.Path, trim(r.URL.Path)
		if !strings.HasPrefix(p, "/") || urlpath.Clean(p) != trimmed || strings.ContainsFunc(p, isForbiddenRune) || !utf8.ValidString(p) {
			e.WriteProblem(w, r, music.ErrNotFound)
			return
		}
		if e.isPage(w, r, trimmed) {
			e.Pages.ServeHTTP(w, r)
			return
		}
		values, err := url.ParseQuery(r.URL.RawQuery)
		isWrong := err != nil || !query.IsText(values)
		if isWrong && IsRead(r) && e.isUnmatched(r) {
			e.Pages.ServeHTTP(w, r) // the app says what is wrong, to people who followed a broken link
			return
		}
		if isWrong {
			e.WriteProblem(w, r, music.NewError(music.Invalid, "The address has a malformed query."))
			return
		}
		address := *r.URL
		if e.canonical(&address) {
			r = r.WithContext(r.Context())
			r.URL = &address
		}
		next.ServeHTTP(w, r)
	})
}

// isPage reports whether a request for an alias of an operation prefers HTML, so
// that it gets the page of the web app at the same path.
func (e *Edge) isPage(w http.ResponseWriter, r *http.Request, trimmed string) bool {
	if _, alias := e.Aliases[trimmed]; !alias || e.isOperation(trimmed) || !IsRead(r) {
		return false
	}
	w.Header().Add("Vary", "Accept")
	return strings.Contains(r.Header.Get("Accept"), "text/html")
}

// canonical replaces the path of a URL with that of its operation, and reports
// whether it changed.
func (e *Edge) canonical(address *url.URL) bool {
	target, alias := e.Aliases[trim(address.Path)]
	if !alias {
		target = trim(address.Path)
	}
	if target == address.Path {
		return false
	}
	address.RawPath = strings.TrimSuffix(address.RawPath, "/")
	if alias {
		address.RawPath = ""
	}
	address.Path = target
	return true
}

// trim removes a trailing slash.
func trim(p string) string {
	if trimmed := strings.TrimSuffix(p, "/"); trimmed != "" {
		return trimmed
	}
	return "/"
}

// IsRead reports whether the method of a request is read-only.
func IsRead(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

func isForbiddenRune(r rune) bool { return r == '\\' || unicode.IsControl(r) }

// exposed are the headers that pages of other origins may read.
const exposed = "X-Total-Count, Link, Sync-Token, ETag, Idempotency-Replayed, X-Request-Id, Retry-After, RateLimit, RateLimit-Policy, Location, Tus-Resumable, Tus-Version, Tus-Max-Size, Tus-Extension, " +
	"Tus-Checksum-Algorithm, Upload-Offset, Upload-Length, Upload-Defer-Length, Upload-Metadata, Upload-Expires"

// allowOrigins lets pages of the origins that the operator configured call the
// API, and responds to every preflight request.
func (e *Edge) allowOrigins(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		origin := r.Header.Get("Origin")
		if slices.Contains(e.Settings.Get().AllowedOrigins, origin) {
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
			w.Header().Set("Access-Control-Allow-Headers", "authorization, content-type, x-api-version, if-match, if-none-match, idempotency-key, tus-resumable, upload-length, upload-defer-length, upload-offset, upload-metadata, upload-checksum, x-http-method-override, x-request-id")
			w.Header().Set("Access-Control-Max-Age", "600")
		}
		w.WriteHeader(http.StatusNoContent)
	})
}

// identify authenticates the caller of an operation and refuses requests that
// admit does not let pass.
func (e *Edge) identify(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !e.isOperation(r.URL.Path) {
			next.ServeHTTP(w, r)
			return
		}
		c := e.Recognise(r)
		r = r.WithContext(context.WithValue(r.Context(), callerKey, c))
		if err := e.admit(w, r, c); err != nil {
			e.WriteProblem(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// admit refuses cross-site requests with a cookie, bodies of the wrong kind or
// size, and requests over the rate limit.
func (e *Edge) admit(w http.ResponseWriter, r *http.Request, c Caller) error {
	route := requestOf(r.Context()).route
	writes := !IsRead(r) && r.Method != http.MethodOptions
	if writes && c.ByCookie && !e.SameSite(r) {
		return music.ErrForbidden
	}
	if writes {
		if err := e.mayChange(route, c); err != nil {
			return cmp.Or(e.check(r.Context(), route), err)
		}
	}
	if writes && r.ContentLength != 0 {
		if err := route.body.check(r); err != nil {
			return cmp.Or(e.check(r.Context(), route), err) // callers without access do not learn which bodies are accepted
		}
	}
	if writes && route != unknown && route.version == "" && etag.Versions(r.Header) != nil {
		return cmp.Or[error](e.check(r.Context(), route), ifmatch.ErrNoVersion)
	}
	if r.ContentLength > route.maxBody() {
		return music.NewError(music.TooLarge, "Request body is too large.")
	}
	return e.throttle(w, r, route, c.Viewer, writes)
}

// mayChange returns why a caller may change nothing now, or nil.
func (e *Edge) mayChange(route *Route, c Caller) error {
	switch {
	case route.lasts:
		return e.CheckChange()
	case route.continues:
		return nil
	default:
		return cmp.Or(e.CheckChange(), maintenance.Check(e.Settings.Get, c.Viewer))
	}
}

// SameSite reports whether a page of this server, or of an origin that the
// operator configured, sent the request. Other pages can make a browser send the
// cookie, but cannot forge the headers that name their origin.
func (e *Edge) SameSite(r *http.Request) bool {
	if from := r.Header.Get("Origin"); from == e.Callers.PublicOrigin() || slices.Contains(e.Settings.Get().AllowedOrigins, from) {
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

// isUnmatched reports whether a request is for a page or a file of the web app.
func (e *Edge) isUnmatched(r *http.Request) bool {
	other := *r
	other.URL = &url.URL{Path: r.URL.Path}
	e.canonical(other.URL)
	return !e.isOperation(other.URL.Path) && len(e.allowed(&other)) == 0
}

// unmatched handles requests that match no operation: with an error below the
// prefixes of operations, otherwise with the pages and files of the web app.
func (e *Edge) unmatched(w http.ResponseWriter, r *http.Request) {
	if allowed := e.allowed(r); len(allowed) > 0 {
		e.notAllowed(w, r, allowed)
		return
	}
	if e.isOperation(r.URL.Path) {
		e.WriteProblem(w, r, music.ErrNotFound)
		return
	}
	if !IsRead(r) {
		e.notAllowed(w, r, []string{http.MethodGet, http.MethodHead})
		return
	}
	e.Pages.ServeHTTP(w, r)
}

func (e *Edge) notAllowed(w http.ResponseWriter, r *http.Request, allowed []string) {
	w.Header().Set("Allow", strings.Join(allowed, ", "))
	e.Refuse(w, r, http.StatusMethodNotAllowed, music.Say(`Method "%s" not allowed.`, r.Method))
}
