package edge

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Describe adds the texts of a Markdown file to the document:
//
//	What is above all headings introduces the document.
//
//	# Playlists
//
//	What the operations below have in common; their tag has this name.
//
//	## savePlaylist
//
//	What the operation with this ID does. A fenced block is an example of its
//	body, as JSON.
//
//	## /api/playlists/{id}
//
//	What this parameter means in all paths that begin like this.
//
// A section about something that does not exist panics when the document is
// made.
func (e *Edge) Describe(markdown string) { e.texts = append(e.texts, markdown) }

// section is a heading with what follows it.
type section struct {
	level         int
	name          string
	text, example string
}

const fence = "```"

func sectionsOf(markdown string) []*section {
	current, fenced := &section{}, false
	sections := []*section{current}
	for line := range strings.Lines(markdown) {
		hashes, name, heading := strings.Cut(strings.TrimSuffix(line, "\n"), "# ")
		switch {
		case strings.HasPrefix(line, fence):
			fenced = !fenced
		case fenced:
			current.example += line
		case heading && strings.Trim(hashes, "#") == "":
			current = &section{level: len(hashes) + 1, name: name}
			sections = append(sections, current)
		default:
			current.text += line
		}
	}
	for _, s := range sections {
		s.text = strings.TrimSpace(s.text)
	}
	return sections
}

// explain applies the texts to the document.
func (e *Edge) explain() {
	document := e.huma.OpenAPI()
	operations := map[string]*huma.Operation{}
	used := map[string]bool{}
	for _, o := range operationsOf(document) {
		operations[o.OperationID] = o
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
		tag := ""
		for _, s := range sectionsOf(markdown) {
			o := operations[s.name]
			switch {
			case s.level == 0:
				document.Info.Description = cmp.Or(s.text, document.Info.Description)
			case s.level == 1:
				tag = s.name
				document.Tags = addTag(document.Tags, s)
			case strings.HasPrefix(s.name, "/"):
				s.describeParameter(document)
			case o == nil:
				panic("edge: there is no operation " + s.name + " to describe")
			default:
				s.describe(o, tag, needs[s.name])
				if twin := document.Paths[o.Path].Patch; o.Method == http.MethodPut && twin != nil { // see Partial
					s.describe(twin, tag, needs[s.name])
				}
			}
		}
	}
	e.texts = nil
}

// addTag adds the tag of a section. Areas may share a tag, which one of them
// describes.
func addTag(tags []*huma.Tag, s *section) []*huma.Tag {
	for _, t := range tags {
		if t.Name == s.name {
			t.Description = cmp.Or(t.Description, s.text)
			return tags
		}
	}
	return append(tags, &huma.Tag{Name: s.name, Description: s.text})
}

func (s *section) describe(o *huma.Operation, tag, needs string) {
	o.Tags = []string{tag}
	o.Description = s.text + "\n\n" + needs
	if s.example == "" {
		return
	}
	if !json.Valid([]byte(s.example)) || o.RequestBody == nil {
		panic("edge: the example of " + s.name + " is not JSON, or the operation has no body")
	}
	for _, media := range o.RequestBody.Content {
		media.Example = json.RawMessage(s.example)
	}
}

func (s *section) describeParameter(document *huma.OpenAPI) {
	name := strings.TrimSuffix(s.name[strings.LastIndex(s.name, "{")+1:], "}")
	found := false
	for path, item := range document.Paths {
		if path != s.name && !strings.HasPrefix(path, s.name+"/") {
			continue
		}
		for _, o := range methodsOf(item) {
			for _, p := range o.Parameters {
				if p.In == "path" && p.Name == name {
					p.Description, found = s.text, true
				}
			}
		}
	}
	if !found {
		panic("edge: there is no parameter " + s.name + " to describe")
	}
}

// needs says who may call an operation.
func (r *Route) needs() string {
	switch r.access {
	case Browser:
		return "Open to visitors, unless the operator requires signing in."
	case Member:
		if r.streaming {
			return "Requires a signed-in account; app passwords of any scope work."
		}
		return "Requires a signed-in account; an app password needs the scope `full`."
	case Creator:
		return "Requires the role `creator` or `admin`; an app password needs the scope `full`."
	case Person:
		return "Requires a session: app passwords do not work here."
	case Admin:
		return "Requires a session with the role `admin`."
	default:
		return "Open to everyone."
	}
}

// operationsOf returns the operations of a document, sorted by path.
func operationsOf(document *huma.OpenAPI) []*huma.Operation {
	var operations []*huma.Operation
	for _, path := range slices.Sorted(maps.Keys(document.Paths)) {
		operations = append(operations, methodsOf(document.Paths[path])...)
	}
	return operations
}

func methodsOf(item *huma.PathItem) []*huma.Operation {
	all := []*huma.Operation{item.Get, item.Head, item.Post, item.Put, item.Patch, item.Delete}
	return slices.DeleteFunc(all, func(o *huma.Operation) bool { return o == nil })
}
