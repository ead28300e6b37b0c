// Package describe adds the texts of Markdown files to an OpenAPI document.
package describe

import (
	"cmp"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

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

// Document adds the texts of a Markdown file to a document:
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
// needs says who may call an operation, by its ID. A section about something that
// does not exist panics.
func Document(document *huma.OpenAPI, markdown string, needs map[string]string) {
	operations := map[string]*huma.Operation{}
	for _, o := range Operations(document) {
		operations[o.OperationID] = o
	}
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
			panic("describe: there is no operation " + s.name)
		default:
			s.describe(o, tag, needs[s.name])
			if twin := document.Paths[o.Path].Patch; o.Method == http.MethodPut && twin != nil { // PATCH does the same
				s.describe(twin, tag, needs[s.name])
			}
		}
	}
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
		panic("describe: the example of " + s.name + " is not JSON, or the operation has no body")
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
		panic("describe: there is no parameter " + s.name)
	}
}

// Operations returns the operations of a document, sorted by path.
func Operations(document *huma.OpenAPI) []*huma.Operation {
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
