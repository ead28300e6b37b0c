package edge

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge/etag"
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

// withETag calls a handler that writes its JSON at once.
func withETag(w http.ResponseWriter, r *http.Request, route *Route, h http.Handler) {
	known := ""
	if IsRead(r) {
		known = r.Header.Get("If-None-Match")
	} else if wanted := etag.Versions(r.Header); wanted != nil {
		r = r.WithContext(ifmatch.With(r.Context(), wanted))
	}
	t := etag.NewWriter(w, known, route.version)
	h.ServeHTTP(t, r)
	t.Send()
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
