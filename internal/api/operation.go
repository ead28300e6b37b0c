package api

import (
	"context"
	"net/http"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"sonora/internal/music"
)

// access says who may call an operation.
type access int

const (
	anyone  access = iota // also without an account
	browser               // visitors too, unless the operator wants them to sign in
	member                // signed in, also with an app password
	creator               // a member who may upload
	person                // signed in themselves: for what concerns the account
	admin                 // the operator, signed in themselves
)

// check returns Unauthenticated or Forbidden for a caller who may not. What
// anyone may call also works with a token that has run out: signing in does.
func (a *API) check(ctx context.Context, need access, id string) error {
	c := callerOf(ctx)
	switch {
	case need == anyone:
		return nil
	case c.err != nil:
		return c.err
	case need == browser && !a.settings.Get().RequireSignIn:
		return nil
	case !c.viewer.SignedIn():
		return music.ErrUnauthenticated
	case !inScope(c.viewer.Scope, need, id):
		return music.ErrForbidden
	case need == admin && !c.viewer.IsAdmin():
		return music.ErrForbidden
	case need == creator && !c.viewer.MayUpload():
		return errMayNotUpload
	}
	return nil
}

var errMayNotUpload = music.NewError(music.Forbidden, "Your account may not upload music.")

// streaming are the operations for members that listening takes; what visitors
// may call comes on top.
var streaming = map[string]bool{"events": true, "reportPlay": true}

// inScope reports whether a credential of this scope is good for an operation.
// This is all there is to scopes.
func inScope(scope music.Scope, need access, id string) bool {
	switch scope {
	case "":
		return true // a person's own session
	case music.ScopeFull:
		return need < person
	case music.ScopeStream:
		return need <= browser || need == member && streaming[id]
	}
	return false
}

// guard lets only those through who may call.
func (a *API) guard(need access, id string) func(huma.Context, func(huma.Context)) {
	return func(ctx huma.Context, next func(huma.Context)) {
		if err := a.check(ctx.Context(), need, id); err != nil {
			r, w := humago.Unwrap(ctx)
			a.writeProblem(w, r, err)
			return
		}
		next(ctx)
	}
}

// handler is an operation on decoded input.
type handler[I, O any] func(context.Context, *I) (*O, error)

// option adjusts an operation.
type option func(*huma.Operation)

func created(o *huma.Operation)  { o.DefaultStatus = http.StatusCreated }
func accepted(o *huma.Operation) { o.DefaultStatus = http.StatusAccepted }

// lenient leaves the checking of the body to the handler, which words what is
// wrong as the sign-in screens need it.
func lenient(o *huma.Operation) { o.SkipValidateBody = true }

func get[I, O any](a *API, path, id, summary string, need access, h handler[I, O], options ...option) {
	operation(a, http.MethodGet, path, id, summary, need, h, options)
}

func post[I, O any](a *API, path, id, summary string, need access, h handler[I, O], options ...option) {
	operation(a, http.MethodPost, path, id, summary, need, h, options)
}

func put[I, O any](a *API, path, id, summary string, need access, h handler[I, O], options ...option) {
	operation(a, http.MethodPut, path, id, summary, need, h, options)
}

func remove[I, O any](a *API, path, id, summary string, need access, h handler[I, O], options ...option) {
	operation(a, http.MethodDelete, path, id, summary, need, h, options)
}

func operation[I, O any](a *API, method, path, id, summary string, need access, h handler[I, O], options []option) {
	o := describe(method, path, id, summary, need)
	o.Responses = map[string]*huma.Response{"default": a.failure}
	for _, adjust := range options {
		adjust(&o)
	}
	a.access[id] = need
	o.Middlewares = append(huma.Middlewares{a.guard(need, id)}, o.Middlewares...) // before the input is looked at
	huma.Register(a.huma, o, func(ctx context.Context, in *I) (*O, error) {
		out, err := h(ctx, in)
		if err != nil {
			return nil, a.problem(ctx, err)
		}
		return out, nil
	})
}

// rawHandler writes its answer itself, but for an error.
type rawHandler func(http.ResponseWriter, *http.Request) error

// raw registers a GET that writes its answer itself.
func raw(a *API, path, id, summary string, need access, h rawHandler, mediaType string, options ...option) {
	rawMethod(a, http.MethodGet, path, id, summary, need, h, mediaType, options...)
}

// rawMethod is raw with another method. mediaType "" is for answers without a body.
func rawMethod(a *API, method, path, id, summary string, need access, h rawHandler, mediaType string, options ...option) {
	o := describe(method, path, id, summary, need)
	for _, name := range pathParameters(path) {
		o.Parameters = append(o.Parameters, &huma.Param{Name: name, In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeString}})
	}
	o.Responses = map[string]*huma.Response{
		"200":     {Description: "OK", Content: contentOf(mediaType)},
		"default": a.failure,
	}
	for _, adjust := range options {
		adjust(&o)
	}
	a.access[id] = need
	a.huma.OpenAPI().AddOperation(&o)
	a.mux.HandleFunc(method+" "+path, func(w http.ResponseWriter, r *http.Request) {
		err := a.check(r.Context(), need, id)
		if err == nil {
			err = h(w, r)
		}
		if err != nil {
			a.writeProblem(w, r, err)
		}
	})
}

func contentOf(mediaType string) map[string]*huma.MediaType {
	if mediaType == "" {
		return nil
	}
	return map[string]*huma.MediaType{mediaType: {}}
}

// jsonOf is a body of this type, for the document.
func (a *API) jsonOf(v any) map[string]*huma.MediaType {
	schema := a.huma.OpenAPI().Components.Schemas.Schema(reflect.TypeOf(v), true, "")
	return map[string]*huma.MediaType{"application/json": {Schema: schema}}
}

// answers documents another status of success than 200.
func answers(status, description string, content map[string]*huma.MediaType) option {
	return func(o *huma.Operation) {
		delete(o.Responses, "200")
		o.Responses[status] = &huma.Response{Description: description, Content: content}
	}
}

func describe(method, path, id, summary string, need access) huma.Operation {
	o := huma.Operation{Method: method, Path: path, OperationID: id, Summary: summary, Tags: []string{tagOf(path)}}
	o.MaxBodyBytes = maxJSONBody
	if need != anyone {
		roles := []string{}
		if need == admin {
			roles = append(roles, string(music.Admin))
		}
		o.Security = []map[string][]string{{"bearer": roles}, {"cookie": roles}}
		if inScope(music.ScopeFull, need, id) {
			o.Security = append(o.Security, map[string][]string{"basic": roles})
		}
		if need == browser {
			o.Security = append(o.Security, map[string][]string{})
		}
	}
	return o
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
