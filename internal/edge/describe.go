package edge

import (
	"maps"

	"github.com/danielgtaylor/huma/v2"

	"sonora/internal/edge/describe"
)

// Describe adds the texts of a Markdown file to the document; see package describe.
func (e *Edge) Describe(markdown string) { e.texts = append(e.texts, markdown) }

// explain applies the texts to the document.
func (e *Edge) explain() {
	document := e.huma.OpenAPI()
	used := map[string]bool{}
	for _, o := range describe.Operations(document) {
		if o.Security == nil {
			o.Security = []map[string][]string{{}} // nothing is needed, as opposed to not said
		}
		for _, reply := range o.Responses {
			used[reply.Ref] = true
		}
	}
	maps.DeleteFunc(document.Components.Responses, func(name string, _ *huma.Response) bool { return !used[responsesPath+name] })
	needs := map[string]string{}
	for _, route := range e.routes {
		needs[route.OperationID] = route.needs()
	}
	for _, markdown := range e.texts {
		describe.Document(document, markdown, needs)
	}
	e.texts = nil
}

// needs says who may call an operation.
func (r *Route) needs() string {
	scope := "`write`"
	if r.reads() {
		scope = "`read` or `write`"
	}
	if r.listening {
		scope = "`listen` or " + scope
	}
	switch r.access {
	case Browser:
		return "Open to visitors, unless the operator requires signing in."
	case Member:
		return "Requires a signed-in account; an API key needs the scope " + scope + "."
	case Creator:
		return "Requires the role `creator` or `admin`; an API key needs the scope " + scope + "."
	case Person:
		return "Requires a session: API keys do not work here."
	case Admin:
		return "Requires the role `admin`; an API key needs the scope `admin` and " + scope + "."
	default:
		return "Open to everyone."
	}
}
