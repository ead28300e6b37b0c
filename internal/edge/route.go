package edge

import (
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"
)

// Route is an operation or a page: its entry in the OpenAPI document, and the
// options that the middleware applies to its requests.
type Route struct {
	huma.Operation
	access    Access
	listening bool
	unchecked bool   // see Unchecked
	continues bool   // see Continues
	lasts     bool   // see Lasts
	json      bool   // the response is JSON that the kernel encodes
	version   string // see Versioned
	noStore   bool
	rate      Rate
	body      BodyKind
	maxBody   func() int64
	header    http.Header // of every response at the path, whatever the method
	clamps    bool        // see ClampLimit
	fields    bool        // see Fields
	anyQuery  bool        // see AnyQuery
	required  []string    // see Requires
	refuses   []int       // statuses of errors, see Refuses
	override  bool        // the method may come in X-HTTP-Method-Override
}

// path holds the options that all methods of a path share.
type path struct {
	header   http.Header
	override bool
	noStore  bool
}

// Option adjusts a route.
type Option func(*Route)

// Created makes an operation respond with 201.
func Created(r *Route) { r.DefaultStatus = http.StatusCreated }

// Accepted makes an operation respond with 202.
func Accepted(r *Route) { r.DefaultStatus = http.StatusAccepted }

// Lenient leaves the validation of the body to the handler, which returns the
// errors that its screen needs.
func Lenient(r *Route) { r.SkipValidateBody = true }

// Requires documents which fields of the body a new thing needs, for POST. The handler
// refuses it without them, in words that its screen needs.
func Requires(fields ...string) Option { return func(r *Route) { r.required = fields } }

// documentRequired documents the fields that Requires names, beside the form: the
// operation that changes the thing has the same one, and does not require them.
func (r *Route) documentRequired(document *huma.OpenAPI) {
	if len(r.required) == 0 {
		return
	}
	body := document.Paths[r.Path].Post.RequestBody.Content["application/json"]
	body.Schema = &huma.Schema{AllOf: []*huma.Schema{body.Schema}, Required: r.required}
}

// Listening gives API keys of the scope listen access to a Member operation.
func Listening(r *Route) { r.listening = true }

// Unchecked treats members as visitors while it is unknown whether they still are,
// because the database cannot be read, unless visitors have to sign in. It is for a
// Browser operation that can do without the database. The caller has an Err then.
func Unchecked(r *Route) { r.unchecked = true }

// Continues lets an operation that is no read work during maintenance: people sign in
// and out, and what they hear is counted.
func Continues(r *Route) { r.continues = true }

// Lasts is Continues for an operation whose changes have to last: it waits until a
// backup was restored, with whose database they would be gone.
func Lasts(r *Route) { r.continues, r.lasts = true, true }

// NoStore keeps responses out of every cache, because they are personal or
// contain credentials. Person and Admin operations always have it.
func NoStore(r *Route) { r.noStore = true }

// Versioned makes the ETag of an operation contain the version of its thing, which
// a header of the response has, and its changes depend on If-Match.
func Versioned(header string) Option { return func(r *Route) { r.version = header } }

// Slow gives an operation more time than AnswerTimeout.
func Slow(timeout time.Duration) Option {
	return Before(func(ctx huma.Context, next func(huma.Context)) {
		_, w := humago.Unwrap(ctx)
		SetDeadline(w, time.Now().Add(timeout))
		next(ctx)
	})
}

// Throttled sets the rate limit class of a route.
func Throttled(class Rate) Option {
	return func(r *Route) { r.rate = class }
}

// Header adds a header to every response at the path of a route, whatever the
// method, including errors.
func Header(name, value string) Option {
	return func(r *Route) {
		if r.header == nil {
			r.header = http.Header{}
		}
		r.header.Set(name, value)
	}
}

// MethodOverride lets clients that can only POST name the method in
// X-HTTP-Method-Override. It applies to every method of the path.
func MethodOverride(r *Route) { r.override = true }

// Takes sets the kind of the body and its maximum size in bytes.
func Takes(kind BodyKind, maxBytes func() int64) Option {
	return func(r *Route) { r.body, r.maxBody = kind, maxBytes }
}

// Form makes an operation accept a form of at most maxBytes with these fields.
func Form(maxBytes int64, fields map[string]*huma.Schema, required ...string) Option {
	return func(r *Route) {
		r.body, r.maxBody = FormBody, func() int64 { return maxBytes }
		r.MaxBodyBytes, r.BodyReadTimeout = maxBytes, AnswerTimeout
		r.SkipValidateBody = true // it is not JSON
		r.RequestBody = FormContent(fields, required...)
	}
}

// FormContent documents a form. It copies the fields, because huma modifies the
// schemas of an edge, and a process may have several edges.
func FormContent(fields map[string]*huma.Schema, required ...string) *huma.RequestBody {
	schema := &huma.Schema{Type: huma.TypeObject, Required: required, Properties: map[string]*huma.Schema{}}
	for name, field := range fields {
		own := *field
		schema.Properties[name] = &own
	}
	return &huma.RequestBody{Required: true, Content: map[string]*huma.MediaType{"multipart/form-data": {Schema: schema}}}
}

// FileField documents a file in a form.
func FileField(description string) *huma.Schema {
	return &huma.Schema{Type: huma.TypeString, Format: "binary", Description: description}
}

// Answers documents a success status other than 200.
func Answers(status, description string, content map[string]*huma.MediaType) Option {
	return func(r *Route) {
		delete(r.Responses, "200")
		r.Responses[status] = &huma.Response{Description: description, Content: content}
	}
}

// Sends documents the data of an event stream. v has a field for each event.
func (e *Edge) Sends(v any) Option {
	schema := e.huma.OpenAPI().Components.Schemas.Schema(reflect.TypeOf(v), true, "")
	return func(r *Route) { r.Responses["200"].Content["text/event-stream"].Schema = schema }
}

// Exchanges documents the text messages of a WebSocket. v has a field for each
// side.
func (e *Edge) Exchanges(v any) Option {
	schema := e.huma.OpenAPI().Components.Schemas.Schema(reflect.TypeOf(v), true, "")
	return Answers("101", "Switching Protocols", map[string]*huma.MediaType{"application/json": {Schema: schema}})
}

// Before adds a middleware to the handler. It writes the response or calls next.
func Before(middleware func(ctx huma.Context, next func(huma.Context))) Option {
	return func(r *Route) { r.Middlewares = append(r.Middlewares, middleware) }
}

// add makes a route known to the middleware.
func (e *Edge) add(pattern string, r *Route) {
	if r.maxBody == nil {
		r.maxBody = func() int64 { return maxJSONBody }
	}
	r.noStore = r.noStore || r.access == Person || r.access == Admin
	e.routes[pattern] = r
	_, place, _ := strings.Cut(pattern, " ")
	common := e.shared[place]
	if common == nil {
		common = &path{header: http.Header{}}
		e.shared[place] = common
	}
	maps.Copy(common.header, r.header)
	common.override = common.override || r.override
	common.noStore = common.noStore || r.noStore
}

// unknown is the route of requests that match none.
var unknown = &Route{continues: true, body: AnyBody, maxBody: func() int64 { return maxJSONBody }}

// resolve returns the route of a request and the options of its path. Without a
// match, the route is unknown and the path may be nil. It applies
// X-HTTP-Method-Override if the path allows that.
func (e *Edge) resolve(r *http.Request) (*Route, *path) {
	target := *r
	address := *r.URL
	e.canonical(&address)
	target.URL = &address
	_, pattern := e.mux.Handler(&target)
	route, common := e.routes[pattern], e.sharedBy(&target, pattern)
	if common == nil || !common.override || r.Method != http.MethodPost {
		return orUnknown(route), common
	}
	switch method := r.Header.Get("X-HTTP-Method-Override"); method {
	case http.MethodPatch, http.MethodDelete, http.MethodHead:
		r.Method, target.Method = method, method
		_, pattern = e.mux.Handler(&target)
		route = e.routes[pattern]
	}
	return orUnknown(route), common
}

func orUnknown(r *Route) *Route {
	if r == nil {
		return unknown
	}
	return r
}

// sharedBy returns the options of the path of a request, even if the path does
// not have the request's method.
func (e *Edge) sharedBy(r *http.Request, pattern string) *path {
	if pattern == "/" && e.isOperation(r.URL.Path) {
		other := *r
		for _, other.Method = range methods {
			if _, found := e.mux.Handler(&other); found != "/" {
				pattern = found
				break
			}
		}
	}
	_, place, _ := strings.Cut(pattern, " ")
	return e.shared[place]
}

// methods are the methods that operations can have.
var methods = []string{http.MethodGet, http.MethodHead, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete}

// allowed returns the methods of the operations at the path of a request.
func (e *Edge) allowed(r *http.Request) []string {
	var allowed []string
	other := *r
	for _, other.Method = range methods {
		if _, pattern := e.mux.Handler(&other); pattern != "/" && !slices.Contains(allowed, other.Method) {
			allowed = append(allowed, other.Method)
		}
	}
	return allowed
}

// isOperation reports whether a path belongs to operations and not to the web
// app.
func (e *Edge) isOperation(p string) bool {
	return slices.ContainsFunc(e.Prefixes, func(prefix string) bool {
		return p == prefix || strings.HasSuffix(prefix, "/") && strings.HasPrefix(p, prefix)
	})
}
