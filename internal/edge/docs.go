package edge

import (
	"embed"
	"html/template"
	"maps"
	"net/http"
	urlpath "path"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

//go:embed docs
var docsFiles embed.FS

// docsGroup is a section of the page.
type docsGroup struct {
	Tag        string
	Operations []docsOperation
}

type docsOperation struct {
	*huma.Operation
	Needs   string
	Body    string   // the fields of its JSON body
	Replies []string // status, meaning and fields of the JSON of its responses
}

// ServeDocument serves the OpenAPI document, and a readable page of it, below a
// path.
func (e *Edge) ServeDocument(path string) {
	e.Handle("GET "+path+"/openapi.json", e.document)
	e.Handle("GET "+path+"/docs", e.docs)
	e.Handle("GET "+path+"/docs/style.css", e.docsStyle, Throttled(Free))
}

// docs serves the OpenAPI document as a readable page.
func (e *Edge) docs(w http.ResponseWriter, r *http.Request) {
	page, err := template.New("page.html").ParseFS(docsFiles, "docs/page.html")
	if err != nil {
		e.WriteProblem(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	if err := page.Execute(w, e.docsGroups()); err != nil {
		e.Log.Debug("write documentation failed", "error", err)
	}
}

func (e *Edge) docsStyle(w http.ResponseWriter, r *http.Request) {
	http.ServeFileFS(w, r, docsFiles, "docs/style.css")
}

func (e *Edge) docsGroups() []docsGroup {
	needs := map[Access]string{
		Anyone: "anyone", Browser: "anyone who may browse", Member: "signed in", Creator: "signed in, may upload",
		Person: "signed in, not with an app password", Admin: "the operator",
	}
	access := map[string]Access{}
	for _, route := range e.routes {
		access[route.OperationID] = route.access
	}
	byTag := map[string][]docsOperation{}
	document := e.Document()
	for _, address := range slices.Sorted(maps.Keys(document.Paths)) {
		item := document.Paths[address]
		for _, o := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if o == nil {
				continue
			}
			d := docsOperation{Operation: o, Needs: needs[access[o.OperationID]]}
			if o.RequestBody != nil {
				d.Body = fieldsOf(document, o.RequestBody.Content)
			}
			for _, status := range slices.Sorted(maps.Keys(o.Responses)) {
				reply := o.Responses[status]
				if reply.Ref != "" {
					d.Replies = append(d.Replies, status+" "+urlpath.Base(reply.Ref))
					continue
				}
				headers := strings.Join(slices.Sorted(maps.Keys(reply.Headers)), ", ")
				if headers != "" {
					headers = " with " + headers
				}
				d.Replies = append(d.Replies, strings.TrimSpace(status+" "+reply.Description+" "+fieldsOf(document, reply.Content))+headers)
			}
			byTag[o.Tags[0]] = append(byTag[o.Tags[0]], d)
		}
	}
	var groups []docsGroup
	for _, tag := range slices.Sorted(maps.Keys(byTag)) {
		groups = append(groups, docsGroup{tag, byTag[tag]})
	}
	return groups
}

// fieldsOf lists the fields of a JSON body, {a, b} or [{a, b}], or of a form.
func fieldsOf(document *huma.OpenAPI, content map[string]*huma.MediaType) string {
	if form, ok := content["multipart/form-data"]; ok {
		return "form " + shape(document, form.Schema)
	}
	media, ok := content["application/json"]
	if !ok || media.Schema == nil {
		return ""
	}
	return shape(document, media.Schema)
}

func shape(document *huma.OpenAPI, schema *huma.Schema) string {
	if schema.Ref != "" {
		schema = document.Components.Schemas.SchemaFromRef(schema.Ref)
	}
	switch {
	case schema.Type == huma.TypeArray && schema.Items != nil:
		return "[" + shape(document, schema.Items) + "]"
	case len(schema.Properties) > 0:
		return "{" + strings.Join(slices.Sorted(maps.Keys(schema.Properties)), ", ") + "}"
	}
	return schema.Type
}
