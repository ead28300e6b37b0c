package edge

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/zeebo/xxh3"
)

// Values of Cache-Control. A response of an operation depends on the caller, so
// that only the client itself may store it, and asks again before each use.
// Handlers of sounds, pictures and pages replace it.
var (
	cachePrivate = []string{"private, no-cache"}
	cacheNothing = []string{"no-store"}
)

// varies are the headers of requests on which the JSON of an operation depends.
var (
	varies       = []string{"Accept-Encoding, Accept-Language, Authorization, Cookie, Origin"}
	variesOrigin = []string{"Origin"}
)

// setCaching says which caches may store a response. Errors are not stored, see
// recorder.
func setCaching(h http.Header, r *http.Request, known *request) {
	h["Cache-Control"] = cachePrivate
	if known.route.noStore || known.path != nil && known.path.noStore && known.route == unknown || !IsRead(r) {
		h["Cache-Control"] = cacheNothing
	}
	h["Vary"] = variesOrigin
	if known.route.json {
		h["Vary"] = varies
	}
}

// tagged adds an ETag to the JSON of a response, and replaces JSON that the client
// has by 304 Not Modified.
type tagged struct {
	http.ResponseWriter
	known   string // If-None-Match
	status  int    // set by WriteHeader, and not yet sent
	sent    bool
	omitted bool // the client has the body
}

// withETag calls a handler that writes its JSON at once.
func withETag(w http.ResponseWriter, r *http.Request, h http.Handler) {
	t := &tagged{ResponseWriter: w, known: r.Header.Get("If-None-Match")}
	h.ServeHTTP(t, r)
	t.send()
}

func (t *tagged) WriteHeader(status int) { t.status = status }

func (t *tagged) send() {
	if !t.sent && t.status != 0 {
		t.ResponseWriter.WriteHeader(t.status)
	}
	t.sent = true
}

func (t *tagged) Write(p []byte) (int, error) {
	if !t.sent && t.status == http.StatusOK {
		t.tag(p)
	}
	t.send()
	if t.omitted {
		return len(p), nil
	}
	return t.ResponseWriter.Write(p)
}

// tag sets the ETag of a body. It is weak, because the body may be compressed.
func (t *tagged) tag(body []byte) {
	etag := `W/"` + strconv.FormatUint(xxh3.Hash(body), 36) + `"`
	t.Header()["Etag"] = []string{etag}
	if t.known != "" && isListed(t.known, etag) {
		t.status, t.omitted = http.StatusNotModified, true
		t.Header().Del("Content-Type")
	}
}

// Unwrap implements the interface of http.ResponseController.
func (t *tagged) Unwrap() http.ResponseWriter { return t.ResponseWriter }

// isListed reports whether If-None-Match names a weak ETag, by the weak comparison
// of RFC 9110.
func isListed(ifNoneMatch, etag string) bool {
	for listed := range strings.SplitSeq(ifNoneMatch, ",") {
		listed = strings.TrimSpace(listed)
		if listed == "*" || strings.TrimPrefix(listed, "W/") == strings.TrimPrefix(etag, "W/") {
			return true
		}
	}
	return false
}
