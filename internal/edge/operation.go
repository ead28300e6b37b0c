package edge

import (
	"cmp"
	"context"
	"net/http"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"sonora/internal/edge/query"
	"sonora/internal/edge/thin"
	"sonora/internal/music"
	"sonora/internal/people"
)

// Access says who may call an operation.
type Access int

// Levels of access, from the widest to the narrowest.
const (
	Anyone  Access = iota // everybody, including visitors
	Browser               // members, and visitors unless the operator requires signing in
	Member                // members, including those using an API key
	Creator               // members who may upload
	Person                // members with a session; API keys give no access to the account
	Admin                 // operators, including those using an API key for operators
)

var errNotCreator = music.NewError(music.Forbidden, "Your account cannot add music, podcasts or stations. Ask the operator for the Creator role.")

// Allow returns Unauthenticated or Forbidden for a caller without access. Anyone
// includes callers whose token has expired, because they have to sign in.
func (e *Edge) Allow(ctx context.Context, need Access) error {
	return e.check(ctx, &Route{access: need})
}

func (e *Edge) check(ctx context.Context, route *Route) error {
	c, need := CallerOf(ctx), route.access
	switch {
	case need == Anyone:
		return nil
	case need == Admin && e.NoAdmin:
		return music.ErrNotFound
	case route.unchecked && music.CodeOf(c.Err) == music.Unavailable && !e.Settings.Get().RequireSignIn:
		return nil
	case c.Err != nil:
		return c.Err
	case need == Browser && !e.Settings.Get().RequireSignIn:
		return nil
	case !c.Viewer.SignedIn():
		return music.ErrUnauthenticated
	case !route.allows(c.Viewer.Scopes):
		return music.ErrForbidden
	case need == Admin && !c.Viewer.IsAdmin():
		return music.ErrForbidden
	case need == Creator && !c.Viewer.MayUpload():
		return errNotCreator
	}
	return nil
}

// allows reports whether credentials of some scopes give access to an operation. A
// session has none, and no limits.
func (r *Route) allows(scopes music.Scopes) bool {
	return scopes == "" || r.access != Person && (people.Reach(scopes, r.reads(), r.access == Admin) ||
		scopes.Has(people.ScopeListen) && (r.access <= Browser || r.access == Member && r.listening))
}

// reads reports whether an operation changes nothing.
func (r *Route) reads() bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

// guard returns a middleware that refuses callers without access.
func (e *Edge) guard(route *Route) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		if err := e.check(ctx.Context(), route); err != nil {
			r, w := humago.Unwrap(ctx)
			e.WriteProblem(w, r, err)
			return
		}
		next(ctx)
	}
}

// Handler implements an operation on decoded input.
type Handler[I, O any] func(context.Context, *I) (*O, error)

// Get registers an operation with the method GET.
func Get[I, O any](e *Edge, path, id, summary string, need Access, h Handler[I, O], options ...Option) {
	register(e, http.MethodGet, path, id, summary, need, h, options)
}

// Post registers an operation with the method POST.
func Post[I, O any](e *Edge, path, id, summary string, need Access, h Handler[I, O], options ...Option) {
	register(e, http.MethodPost, path, id, summary, need, h, options)
}

// Put registers an operation with the method PUT.
func Put[I, O any](e *Edge, path, id, summary string, need Access, h Handler[I, O], options ...Option) {
	register(e, http.MethodPut, path, id, summary, need, h, options)
}

// Partial registers an operation that changes the fields in its body and keeps the
// others: with the method PATCH and, for clients of the first version of the API,
// PUT. PATCH has an ID of its own, patchThing for saveThing.
func Partial[I, O any](e *Edge, path, id, summary string, need Access, h Handler[I, O], options ...Option) {
	register(e, http.MethodPut, path, id, summary, need, h, options)
	register(e, http.MethodPatch, path, "patch"+id[strings.IndexFunc(id, unicode.IsUpper):], summary, need, h, options)
}

// Remove registers an operation with the method DELETE.
func Remove[I, O any](e *Edge, path, id, summary string, need Access, h Handler[I, O], options ...Option) {
	register(e, http.MethodDelete, path, id, summary, need, h, options)
}

func register[I, O any](e *Edge, method, path, id, summary string, need Access, h Handler[I, O], options []Option) {
	route := e.operation(method, path, id, summary, need, options)
	route.json = true
	e.add(method+" "+path, route)
	e.later(method+" "+path, route, func(api huma.API) {
		// Described again, because huma changes the operations that it is given.
		o := e.operation(method, path, id, summary, need, options).Operation
		var takes query.Query
		before := huma.Middlewares{e.guard(route), e.strict(&takes)} // the input is decoded only then
		if route.fields {
			list, all := thin.Properties(reflect.TypeFor[O]())
			o.Parameters = append(o.Parameters, documentFields(all))
			before = append(before, e.choosing(list, all))
		}
		o.Middlewares = append(before, o.Middlewares...)
		huma.Register(api, o, func(ctx context.Context, in *I) (*O, error) {
			out, err := h(ctx, in)
			if err != nil {
				return nil, e.problem(ctx, err)
			}
			return out, nil
		})
		if route.sendsETag() {
			documentETag(o.Responses[strconv.Itoa(cmp.Or(o.DefaultStatus, http.StatusOK))])
		}
		route.documentRequired(api.OpenAPI())
		parameters := parametersOf(api.OpenAPI().Paths[path], method)
		takes = query.Of(parameters, route.anyQuery).Decoded()
		if route.clamps {
			query.WithoutMaximum(parameters)
		}
	})
}

// operation describes an operation on decoded input.
func (e *Edge) operation(method, path, id, summary string, need Access, options []Option) *Route {
	route := newRoute(method, path, id, summary, need)
	route.Responses = map[string]*huma.Response{"default": failure}
	for _, adjust := range options {
		adjust(route)
	}
	route.secure()
	route.documentKey()
	route.documentVersion()
	e.refuse(route)
	return route
}

// later registers an operation with huma at its first request, and for the
// document. The schemas of all operations would take a third of the time of a
// start, and much memory for operations that nobody calls.
func (e *Edge) later(pattern string, route *Route, operation func(huma.API)) {
	e.undocumented = append(e.undocumented, operation)
	handler := sync.OnceValue(func() http.Handler {
		only := &singleMux{}
		c := documentConfig()
		if route.SkipValidateBody {
			c.Formats = map[string]huma.Format{"application/json": {Marshal: writeJSON, Unmarshal: readKnownJSON}}
		}
		operation(humago.New(only, c))
		return only
	})
	e.mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
		if IsRead(r) || route.version != "" {
			withETag(w, r, route, handler())
			return
		}
		handler().ServeHTTP(w, r)
	})
}

// singleMux passes every request to the only handler registered with it.
type singleMux struct{ http.HandlerFunc }

// HandleFunc implements humago.Mux.
func (m *singleMux) HandleFunc(_ string, h func(http.ResponseWriter, *http.Request)) {
	m.HandlerFunc = h
}

// RawHandler writes its own response, except for errors.
type RawHandler func(http.ResponseWriter, *http.Request) error

// parametersOf returns the documented parameters of an operation.
func parametersOf(item *huma.PathItem, method string) []*huma.Param {
	switch method {
	case http.MethodGet:
		return item.Get.Parameters
	case http.MethodPost:
		return item.Post.Parameters
	case http.MethodPut:
		return item.Put.Parameters
	case http.MethodPatch:
		return item.Patch.Parameters
	}
	return item.Delete.Parameters
}

// Raw registers a GET operation that writes its own response.
func Raw(e *Edge, path, id, summary string, need Access, h RawHandler, mediaType string, options ...Option) {
	RawMethod(e, http.MethodGet, path, id, summary, need, h, mediaType, options...)
}

// RawMethod is Raw with another method. mediaType is "" for responses without a
// body.
func RawMethod(e *Edge, method, path, id, summary string, need Access, h RawHandler, mediaType string, options ...Option) {
	route := newRoute(method, path, id, summary, need)
	route.anyQuery = isPlayed(mediaType)
	for _, name := range pathParameters(path) {
		route.Parameters = append(route.Parameters, &huma.Param{Name: name, In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}})
	}
	route.Responses = map[string]*huma.Response{"200": {Description: "OK", Content: contentOf(mediaType)}, "default": failure}
	for _, adjust := range options {
		adjust(route)
	}
	route.secure()
	route.documentKey()
	e.refuse(route)
	takes := query.Of(route.Parameters, route.anyQuery)
	answer := route.Middlewares.Handler(func(ctx huma.Context) {
		r, w := humago.Unwrap(ctx)
		if err := h(w, r); err != nil {
			e.WriteProblem(w, r, err)
		}
	})
	e.add(method+" "+path, route)
	e.huma.OpenAPI().AddOperation(&route.Operation)
	e.mux.HandleFunc(method+" "+path, func(w http.ResponseWriter, r *http.Request) {
		err := e.check(r.Context(), route)
		if err == nil {
			err = takes.Check(r.URL.RawQuery)
		}
		if err != nil {
			e.WriteProblem(w, r, err)
			return
		}
		answer(humago.NewContext(&route.Operation, r, w))
	})
}

// Handle registers a handler for a pattern of http.ServeMux. It does not appear in
// the document.
func (e *Edge) Handle(pattern string, h http.HandlerFunc, options ...Option) {
	route := &Route{Operation: huma.Operation{OperationID: pattern}}
	for _, adjust := range options {
		adjust(route)
	}
	e.add(pattern, route)
	e.mux.HandleFunc(pattern, h)
}

func contentOf(mediaType string) map[string]*huma.MediaType {
	if mediaType == "" {
		return nil
	}
	return map[string]*huma.MediaType{mediaType: {}}
}

// JSONOf documents a body of the type of v.
func (e *Edge) JSONOf(v any) map[string]*huma.MediaType {
	schema := e.huma.OpenAPI().Components.Schemas.Schema(reflect.TypeOf(v), true, "")
	return map[string]*huma.MediaType{"application/json": {Schema: schema}}
}

func newRoute(method, path, id, summary string, need Access) *Route {
	r := &Route{access: need}
	r.Method, r.Path, r.OperationID, r.Summary, r.Tags = method, path, id, summary, []string{tagOf(path)}
	r.MaxBodyBytes = maxJSONBody
	return r
}

// secure documents the credentials that a route accepts.
func (r *Route) secure() {
	if r.access == Anyone {
		return
	}
	roles := []string{}
	if r.access == Admin {
		roles = append(roles, string(music.Admin))
	}
	r.Security = []map[string][]string{{"bearer": roles}, {"cookie": roles}}
	if r.access != Person {
		r.Security = append(r.Security, map[string][]string{"key": roles}, map[string][]string{"basic": roles})
	}
	if r.access == Browser {
		r.Security = append(r.Security, map[string][]string{})
	}
}

func tagOf(path string) string {
	switch parts := strings.Split(strings.Trim(path, "/"), "/"); {
	case len(parts) < 2:
		return "server"
	case strings.HasPrefix(parts[1], "{"):
		return parts[0]
	case parts[1] == "config" || parts[1] == "welcome":
		return "server"
	default:
		return parts[1]
	}
}

func pathParameters(path string) []string {
	var names []string
	for part := range strings.SplitSeq(path, "/") {
		if name, ok := strings.CutPrefix(part, "{"); ok {
			names = append(names, strings.TrimSuffix(name, "}"))
		}
	}
	return names
}
