package edge

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/zeebo/xxh3"

	"sonora/internal/ifmatch"
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
	version string // name of the header with the version, "" for none
	status  int    // set by WriteHeader, and not yet sent
	sent    bool
	omitted bool // the client has the body
}

// withETag calls a handler that writes its JSON at once.
func withETag(w http.ResponseWriter, r *http.Request, route *Route, h http.Handler) {
	t := &tagged{ResponseWriter: w, version: route.version}
	if IsRead(r) {
		t.known = r.Header.Get("If-None-Match")
	} else if wanted := versionsIn(r.Header); wanted != nil {
		r = r.WithContext(ifmatch.With(r.Context(), wanted))
	}
	h.ServeHTTP(t, r)
	t.send()
}

// versionsIn returns the versions in If-Match, which contains ETags or versions in
// quotes. It returns nil if a request has no such header, or one that allows every
// version. Unlike in RFC 9110, a weak ETag can match, because only the version in it
// counts.
func versionsIn(h http.Header) []int64 {
	values, isGiven := h["If-Match"]
	ifMatch := strings.TrimSpace(strings.Join(values, ","))
	if !isGiven || ifMatch == "*" {
		return nil
	}
	versions := []int64{}
	for etag := range strings.SplitSeq(ifMatch, ",") {
		text, _, _ := strings.Cut(strings.Trim(strings.TrimPrefix(strings.TrimSpace(etag), "W/"), `"`), "-")
		if version, err := strconv.ParseInt(text, 10, 64); err == nil {
			versions = append(versions, version)
		}
	}
	return versions
}

// notModified documents the response to a client that has the content already.
var notModified = &huma.Response{
	Description: "You have this response: its ETag is in your If-None-Match.",
	Headers:     map[string]*huma.Param{"ETag": etagHeader()},
}

func etagHeader() *huma.Param {
	return &huma.Param{Description: "The ETag of the response.", Schema: &huma.Schema{Type: huma.TypeString}}
}

// Revalidates documents that the response of a RawHandler has an ETag, and is 304
// for a client that sends it back.
func Revalidates(r *Route) {
	r.documentRevalidation()
	documentETag(r.Responses["200"])
}

func (r *Route) documentRevalidation() {
	r.Parameters = append(r.Parameters, &huma.Param{
		Name: "If-None-Match", In: "header", Schema: &huma.Schema{Type: huma.TypeString}, Example: `W/"1x0c9d"`,
		Description: "ETags of responses that you have. If one of them is still right, the response is 304 without a body.",
	})
	r.Responses["304"] = &huma.Response{Ref: responsesPath + nameOf(http.StatusNotModified)}
}

func documentETag(reply *huma.Response) {
	if reply.Headers == nil {
		reply.Headers = map[string]*huma.Param{}
	}
	reply.Headers["ETag"] = etagHeader()
}

// sendsETag reports whether withETag adds an ETag to a successful response.
func (r *Route) sendsETag() bool {
	return r.Method == http.MethodGet || r.version != "" && r.Method != http.MethodDelete
}

// documentVersion documents the 304 of routes that read, and If-Match of those that
// change a thing with versions.
func (r *Route) documentVersion() {
	if r.Method == http.MethodGet {
		r.documentRevalidation()
	}
	if r.version != "" && r.Method != http.MethodGet {
		r.Parameters = append(r.Parameters, &huma.Param{
			Name: "If-Match", In: "header", Schema: &huma.Schema{Type: huma.TypeString}, Example: `W/"7-1x0c9d"`,
			Description: "An ETag of the thing, or its version in quotes. The change is refused with 412 if the thing has another version.",
		})
	}
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
	etag := strconv.FormatUint(xxh3.Hash(body), 36)
	if t.version != "" {
		version := t.Header().Get(t.version)
		if version == "" { // it is deleted
			return
		}
		etag = version + "-" + etag
	}
	etag = `W/"` + etag + `"`
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
